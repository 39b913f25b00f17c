import { type ComponentType, type KeyboardEvent, type RefObject, useState } from 'react'

/** What the search field and its suggestions tell each other. */
export interface SuggestionPanelProps {
  /** Id of the element with the suggestions. */
  id: string
  /** What is typed. */
  typed: string
  /** The suggestion that the keyboard is on: id of its element, and its key. */
  active: { id: string; key: string } | null
  /** Set by the panel: handles the keys that are pressed in the field. */
  keys: RefObject<((event: KeyboardEvent) => void) | null>
  onActive: (active: { id: string; key: string } | null) => void
  onSearch: (keyword: string) => void
  onGo: (to: string) => void
  onClose: () => void
}

type PanelType = ComponentType<SuggestionPanelProps>

let loaded: PanelType | null = null

/**
 * The suggestions, whose code loads when the field is used for the first time. Without it, the field only searches; it
 * is tried again the next time.
 */
export function useSuggestionPanel() {
  const [Panel, setPanel] = useState<PanelType | null>(() => loaded)
  const [isOpen, setOpen] = useState(false)
  function open() {
    setOpen(true)
    if (loaded) {
      if (!Panel) setPanel(() => loaded)
      return
    }
    void import('./suggestions/suggestion-panel.tsx').then(
      (part) => {
        loaded = part.SuggestionPanel
        setPanel(() => part.SuggestionPanel)
      },
      () => undefined,
    )
  }
  return { Panel, isOpen, open, close: () => setOpen(false) }
}
