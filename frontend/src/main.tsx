// Before the styles of its parts and ours. Its parts are imported one by one, and do not bring it.
import 'vant-react/es/styles/index.js'
import { onlineManager } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { bringFirstScreen } from './app/keep-alive.tsx'
import { addMissing } from './shared/lib/older-browsers.ts'
import { forgiveCutMoves } from './shared/lib/open-smoothly.ts'
import { surviveTranslation } from './shared/lib/survive-translation.ts'
import './shared/styles/tokens.css'
import './shared/styles/vant-bridge.css'
import './shared/styles/base.css'
import './app/prerendered.css'

addMissing()
forgiveCutMoves()
surviveTranslation()
// A new page counts as online until told, and would not notice the connection's return.
onlineManager.setOnline(navigator.onLine)
const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
void bringFirstScreen(location.pathname).then(() => {
  // In slices: a phone answers to a finger in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
})
