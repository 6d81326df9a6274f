#!/bin/sh
# Starts $CHROMIUM without the popups of its address bar, which are pages of their own in each window, seen or not: two thirds of the work
# of opening one; and without a spare process for the page after the next. Chromium heeds the last list of features alone, so they are
# added to that of Playwright.
for arg; do
  shift
  case $arg in --disable-features=*) arg=$arg,WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess ;; esac
  set -- "$@" "$arg"
done
exec "$CHROMIUM" "$@"
