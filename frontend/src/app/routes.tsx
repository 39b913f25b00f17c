import type { RouteObject } from 'react-router-dom'
import { CrashPage } from './crash-page.tsx'
import { Root } from './root.tsx'

/** One route for every address: the shell finds the screen itself, so that screens can stay alive. */
export const ROUTES: RouteObject[] = [{ path: '*', element: <Root />, errorElement: <CrashPage /> }]
