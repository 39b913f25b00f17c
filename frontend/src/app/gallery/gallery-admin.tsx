import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { AdminTable, type Column } from '@/admin/kit/admin-table.tsx'
import { ChangeList } from '@/admin/kit/change-list.tsx'
import { GREATEST, UNSORTED } from '@/admin/kit/table-sort.ts'
import { useTableParams } from '@/admin/kit/use-table-params.ts'
import { TemplateBar } from '@/admin/messages/template-bar.tsx'
import { adminWorksOptions } from '@/admin/works/api.ts'
import { Conversation } from '@/entities/message/conversation.tsx'
import { MessageRow } from '@/features/messages/message-list.tsx'
import type { ListedWork } from '@/shared/api/types.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { RadioList } from '@/shared/ui/choices.tsx'
import { SelectField, TextArea } from '@/shared/ui/field.tsx'
import { makeAdminWork, makeMessage } from '@/testing/factories.ts'
import { answered, Cached, FAILURE, type Known } from './cached.tsx'
import { GalleryPart } from './gallery-part.tsx'
import '@/features/messages/messages.css'

const NOTHING = () => undefined
const CHOICES = [
  { value: 'a', label: '信息有误', hint: '标题、封面或时长' },
  { value: 'b', label: '其他' },
]
const ENTRIES = [
  { type: 0, message: '请问什么时候更新？', createTime: '2026-01-02 08:00:00' },
  { type: 1, message: '您好，本周五更新。\n谢谢您的关注。', createTime: '2026-01-02 09:00:00' },
]
const ALL_WORKS = { ...UNSORTED, page: 1 }
const SORT_FIELDS = { collects: GREATEST }
const COLUMNS: readonly Column<ListedWork, keyof typeof SORT_FIELDS>[] = [
  { name: '番号', cell: ({ number }) => number },
  { name: '标题', cell: ({ title }) => title },
  {
    name: '收藏',
    kind: 'figure',
    sort: 'collects',
    cell: ({ collects }) => collects,
  },
]
const page = (count: number): Known =>
  answered({ rows: Array.from({ length: count }, (_, index) => makeAdminWork(index + 1)), total: count * 15 })
const TABLES: Record<string, Known> = {
  等待: {},
  第一页: page(3),
  空: page(0),
  失败: { status: 'error', error: FAILURE },
}

/** The parts of messages and of the operators' console. */
export function GalleryAdmin() {
  const { field, refuse } = useForm({ text: '请问什么时候更新', empty: '', choice: 'a' }, {})
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => refuse('empty', '请填写后提交'), [])
  return (
    <>
      <GalleryPart name="TextArea 计数, SelectField, RadioList">
        <div className="gallery-cards">
          <TextArea label="新的问题" field={field('text')} maxLength={150} counter />
          <TextArea label="新的问题" field={field('empty')} maxLength={150} counter />
          <SelectField label="操作" field={field('choice')} choices={CHOICES} />
          <RadioList label="举报原因" choices={CHOICES} current={null} error="请选择举报原因" onChange={NOTHING} />
        </div>
      </GalleryPart>
      <GalleryPart name="MessageRow: 待答复、新回复、已读、已关闭">
        <MessageRow message={makeMessage(1)} onOpen={NOTHING} />
        <MessageRow message={makeMessage(2, { status: 1, unread: true })} onOpen={NOTHING} />
        <MessageRow message={makeMessage(3, { status: 1 })} onOpen={NOTHING} />
        <MessageRow message={makeMessage(4, { status: 9 })} onOpen={NOTHING} />
      </GalleryPart>
      <GalleryPart name="Conversation: 会员、客服">
        <Conversation entries={ENTRIES} viewer="member" memberName="我" />
        <Conversation entries={ENTRIES} viewer="support" memberName="lin_xia" />
      </GalleryPart>
      <GalleryPart name="TemplateBar, ChangeList">
        <TemplateBar text="您好" onChoose={NOTHING} />
        <ChangeList
          targetKind="work"
          before={{ title: '灯塔', hidden: false }}
          after={{ title: '长桥', hidden: false, mp4: 'a.mp4' }}
        />
      </GalleryPart>
      {Object.entries(TABLES).map(([state, known]) => (
        <GalleryPart key={state} name={`AdminTable: ${state}`}>
          <Cached keys={[adminWorksOptions(ALL_WORKS).queryKey]} known={known}>
            <Table />
          </Cached>
        </GalleryPart>
      ))}
    </>
  )
}

function Table() {
  const table = useTableParams(SORT_FIELDS)
  const list = useQuery(adminWorksOptions(ALL_WORKS))
  return <AdminTable table={table} label="作品" list={list} columns={COLUMNS} empty="没有符合的作品" />
}
