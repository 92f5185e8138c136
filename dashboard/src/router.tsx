import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RootRoute,
} from '@tanstack/react-router'
import { myPages } from './pages/me/routes.ts'
import { merchantPages } from './pages/merchant/routes.ts'
import { operatorPages } from './pages/operator/routes.ts'
import type { PageAt } from './pages/page.ts'
import { partnerPages } from './pages/partner/routes.ts'
import { SessionGate } from './session.tsx'
import { Elsewhere } from './shell/elsewhere.tsx'
import { Shell } from './shell/shell.tsx'
import { Start } from './shell/start.tsx'
import { ErrorPanel, Missing } from './ui/states.tsx'

/** The list of all addresses, and nothing else. */
const root: RootRoute = createRootRoute({
  notFoundComponent: () => <Missing isPage />,
})

/** Every page but the one of an invitation is for somebody who is known. */
const known = createRoute({
  getParentRoute: () => root,
  id: 'known',
  component: () => (
    <SessionGate>
      <Shell>
        <Outlet />
      </Shell>
    </SessionGate>
  ),
  notFoundComponent: Elsewhere,
})

const below = (prefix: string, pages: readonly PageAt[]) =>
  pages.map(({ path, load }) =>
    createRoute({
      getParentRoute: () => known,
      path: path === '/' ? prefix : `${prefix}${path}`,
      component: lazyRouteComponent(load),
    }),
  )

const tree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/join',
    component: lazyRouteComponent(() => import('./pages/join.tsx')),
  }),
  known.addChildren([
    createRoute({ getParentRoute: () => known, path: '/', component: Start }),
    ...below('/m/$scopeId', merchantPages),
    ...below('/p/$scopeId', partnerPages),
    ...below('/op', operatorPages),
    ...below('/me', myPages),
  ]),
])

export const router = createRouter({
  routeTree: tree,
  basepath: '/dashboard',
  // What is shown beside a list leaves the list where it is.
  scrollRestoration: ({ location }) => !('peek' in location.search),
  defaultErrorComponent: ({ error, reset }) => <ErrorPanel error={error} onRetry={reset} />,
})
