import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from '../ui/dialog.tsx'
import { keepFocusInPlace } from './lost-focus.ts'

const button = (name: string) => screen.getByRole('button', { name })
const focusOn = (control: HTMLElement) => waitFor(() => expect(control).toHaveFocus())
/** Until the focus was given on: timers end in the order in which they begin. */
const aWhile = () => act(() => new Promise((done) => setTimeout(done)))

beforeEach(keepFocusInPlace)

/** Buttons that remove themselves when pressed, between what `before` and `after` say. */
function Names({ names, before, after }: { names: string[]; before?: ReactNode; after?: ReactNode }) {
  const [left, setLeft] = useState(names)
  return (
    <main tabIndex={-1}>
      <button type="button">上一节</button>
      <section>
        {before}
        {left.length > 0 && (
          <ul>
            {left.map((name) => (
              <li key={name}>
                <button type="button" onClick={() => setLeft((all) => all.filter((one) => one !== name))}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        )}
        {after}
      </section>
    </main>
  )
}

async function removeByKey(name: string) {
  const user = userEvent.setup()
  act(() => button(name).focus())
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('button', { name })).toBeNull()
  return user
}

describe('a control that leaves the page hands the focus', () => {
  it('to the next one, or from the end of a list to the one before', async () => {
    render(<Names names={['甲', '乙', '丙']} />)
    await removeByKey('甲')
    await focusOn(button('乙'))
    await removeByKey('丙')
    await focusOn(button('乙'))
  })

  it('after the last of a list to what is near the list, not to what is disabled', async () => {
    const after = (
      <>
        <button type="button" disabled>
          保存
        </button>
        <button type="button">新建</button>
      </>
    )
    render(<Names names={['甲']} before={<button type="button">排序</button>} after={after} />)
    await removeByKey('甲')
    await focusOn(button('新建'))
  })

  it('after the last of a panel to what is before the panel, such as its tab', async () => {
    const panel = (content: ReactNode) => (
      <main tabIndex={-1}>
        <section>
          <button type="button">记录</button>
          <div>{content}</div>
          <a href="/contact">联系我们</a>
        </section>
      </main>
    )
    const { rerender } = render(panel(<button type="button">甲</button>))
    act(() => button('甲').focus())
    rerender(panel(<p>没有了</p>))
    await focusOn(button('记录'))
  })

  it('to the page itself, when nothing near can take it', async () => {
    const { rerender } = render(
      <main tabIndex={-1}>
        <section>
          <button type="button">甲</button>
        </section>
      </main>,
    )
    act(() => button('甲').focus())
    rerender(
      <main tabIndex={-1}>
        <p>没有了</p>
      </main>,
    )
    await focusOn(screen.getByRole('main'))
  })

  it('to what took its place', async () => {
    const page = (key: string) => (
      <main tabIndex={-1}>
        <section>
          <button type="button">前</button>
          <form key={key}>
            <input aria-label="关键词" />
          </form>
          <button type="button">后</button>
        </section>
      </main>
    )
    const { rerender } = render(page('1'))
    const field = screen.getByRole('textbox')
    act(() => field.focus())
    rerender(page('2'))
    expect(field).not.toBeInTheDocument()
    await focusOn(screen.getByRole('textbox'))
  })

  it('on a touch device never to a text field, which would open the keyboard', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }))
    render(<Names names={['甲']} before={<button type="button">排序</button>} after={<input aria-label="用途" />} />)
    await removeByKey('甲')
    await focusOn(button('排序'))
  })
})

describe('it leaves the focus alone', () => {
  it('that something else has taken by then', async () => {
    function Panel() {
      const panel = useRef<HTMLElement>(null)
      useEffect(() => panel.current?.focus(), [])
      return <section ref={panel} tabIndex={-1} aria-label="冲突" />
    }
    const focused: unknown[] = []
    document.addEventListener('focusin', ({ target }) => focused.push(target))
    const page = (isGone: boolean) => (
      <main>
        {isGone ? <Panel /> : <button type="button">保存</button>}
        <button type="button">后</button>
      </main>
    )
    const { rerender } = render(page(false))
    act(() => button('保存').focus())
    focused.length = 0
    rerender(page(true))
    await aWhile()
    expect(focused).toEqual([screen.getByRole('region', { name: '冲突' })])
  })

  it('of a control that was left before it went', async () => {
    render(<Names names={['甲', '乙']} />)
    act(() => button('甲').focus())
    act(() => button('甲').blur())
    await aWhile()
    await act(async () => button('甲').click())
    await aWhile()
    expect(document.body).toHaveFocus()
  })

  it('of a control that is there still', async () => {
    render(<Names names={['甲', '乙']} />)
    act(() => button('乙').focus())
    await act(async () => button('甲').click())
    await aWhile()
    expect(button('乙')).toHaveFocus()
  })
})

describe('a dialog', () => {
  function Page() {
    const [rows, setRows] = useState(['甲', '乙'])
    const [asked, setAsked] = useState<string | null>(null)
    const [isNoteThere, setNote] = useState(true)
    return (
      <main tabIndex={-1}>
        <section>
          <button type="button">排序</button>
          <ul>
            {rows.map((row) => (
              <li key={row}>
                <button type="button" onClick={() => setAsked(row)}>
                  {row}
                </button>
              </li>
            ))}
          </ul>
          <button type="button">下一页</button>
          <Dialog title="删除?" open={asked !== null} onClose={() => setAsked(null)}>
            {isNoteThere && (
              <button type="button" onClick={() => setNote(false)}>
                知道了
              </button>
            )}
            <button
              type="button"
              onClick={() => {
                setRows((all) => all.filter((row) => row !== asked))
                setAsked(null)
              }}
            >
              删除
            </button>
          </Dialog>
        </section>
      </main>
    )
  }

  it('keeps the focus inside', async () => {
    render(<Page />)
    const user = userEvent.setup()
    await user.click(button('甲'))
    act(() => button('知道了').focus())
    await user.keyboard('{Enter}')
    await focusOn(button('删除'))
  })

  it('that took its opener away gives the focus to what was next to that', async () => {
    render(<Page />)
    const user = userEvent.setup()
    await user.click(button('甲'))
    act(() => button('删除').focus())
    await user.keyboard('{Enter}')
    await focusOn(button('乙'))
    await user.keyboard('{Enter}')
    act(() => button('删除').focus())
    await user.keyboard('{Enter}')
    await aWhile()
    expect(button('排序')).toHaveFocus()
  })

  it('opens and closes where the browser has no modal dialogs', async () => {
    const { showModal } = HTMLDialogElement.prototype
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal')
    try {
      render(<Page />)
      const user = userEvent.setup()
      await user.click(button('甲'))
      expect(screen.getByRole('dialog', { name: '删除?' })).toBeVisible()
      await user.keyboard('{Escape}')
      expect(screen.queryByRole('dialog')).toBeNull()
    } finally {
      HTMLDialogElement.prototype.showModal = showModal
    }
  })
})
