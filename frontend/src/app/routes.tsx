import type { RouteObject } from 'react-router-dom'
import { CrashPage } from './crash-page.tsx'
import { Root } from './root.tsx'

/** One catch-all route: the shell resolves the screen, so that screens can stay alive. */
export const ROUTES: RouteObject[] = [{ path: '*', element: <Root />, errorElement: <CrashPage /> }]
