import { Rss } from 'lucide'
import { siteTexts } from '@/shared/api/app-config.ts'
import { copyText } from '@/shared/lib/clipboard.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { feedUrl, type WorksFilter } from './api.ts'
import '@/shared/ui/icon-button.css'

/** Copies the address of a list's feed, and names it in the page's head, where feed readers look. */
export function FeedButton({ title, filter }: { title: string; filter: WorksFilter }) {
  const url = feedUrl(filter)
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={`${title} - ${siteTexts().name}`} href={url} />
      <button
        type="button"
        className="icon-button"
        aria-label="订阅：复制Feed地址"
        onClick={() => void copyText(url, '订阅地址已复制，粘贴到阅读器即可订阅')}
      >
        <Icon of={Rss} />
      </button>
    </>
  )
}
