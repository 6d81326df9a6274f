#!/bin/sh
# Starts $CHROMIUM without the popups of its address bar, which are pages of their own in each window, seen or not: two thirds of the work
# of opening one. Chromium heeds the last list of features alone, so they are added to that of Playwright.
for arg; do
  shift
  case $arg in --disable-features=*) arg=$arg,WebUIOmniboxPopup,WebUIOmniboxAimPopup ;; esac
  set -- "$@" "$arg"
done
exec "$CHROMIUM" "$@"
