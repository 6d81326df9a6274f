import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { Protected } from './protected.tsx'
import { Shell } from './shell/shell.tsx'

/** A page whose part of the program is fetched when somebody goes there. */
function page(path: string, Component: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: { Component } }
}

/** Every address of the site. */
export const routes: RouteObject[] = [
  {
    path: '/',
    Component: Shell,
    ErrorBoundary: ErrorPage,
    HydrateFallback: LoadingScreen,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          page('', async () => (await import('../features/home/home-page.tsx')).HomePage),
          page('login', async () => (await import('../features/session/login-page.tsx')).LoginPage),
          page('register', async () => (await import('../features/session/register-page.tsx')).RegisterPage),
          page('chart/:chartHash?', async () => (await import('../features/chart/chart-page.tsx')).ChartPage),
          page('play/:playId?', async () => (await import('../features/play/play-page.tsx')).PlayPage),
          page(
            'user/:userId',
            async () => (await import('../features/profile/profile-page.tsx')).ProfilePage,
          ),
          page('packs', async () => (await import('../features/packs/packs-page.tsx')).PacksPage),
          page('pack/:id', async () => (await import('../features/packs/pack-page.tsx')).PackPage),
          page('charts', async () => (await import('../features/charts/charts-page.tsx')).ChartsPage),
          page('help', async () => (await import('../features/help/help-page.tsx')).HelpPage),
          page('privacy', async () => (await import('../features/privacy/privacy-page.tsx')).PrivacyPage),
          page(
            'leaderboards/overall',
            async () => (await import('../features/event/overall-page.tsx')).OverallPage,
          ),
          {
            Component: Protected,
            children: [
              page('user', async () => (await import('../features/profile/profile-page.tsx')).ProfilePage),
              page(
                'profile',
                async () => (await import('../features/settings/settings-page.tsx')).SettingsPage,
              ),
              page(
                'pack-uploader',
                async () => (await import('../features/uploader/pack-uploader-page.tsx')).PackUploaderPage,
              ),
            ],
          },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
]
