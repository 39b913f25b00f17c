import { useHiddenTerms } from '@/entities/hidden/hidden-terms.ts'
import { useOnlyMagnet } from '@/entities/work/magnet-switch.ts'
import { RandomButton } from '@/entities/work/random-button.tsx'
import './home.css'

/** Opens any work of the catalogue. */
export function RandomPick() {
  const filter = { onlyMagnet: useOnlyMagnet(), hidden: useHiddenTerms() }
  return (
    <p className="home-pick">
      都不想看？
      <RandomButton filter={filter} label="随便看看" />
    </p>
  )
}
