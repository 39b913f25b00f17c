import { useInfiniteQuery } from '@tanstack/react-query'
import { Bookmark, Heart } from 'lucide'
import { useEffect } from 'react'
import { CaptchaField } from '@/entities/captcha/captcha-field.tsx'
import CollectionForm from '@/entities/collection/collection-form.tsx'
import { likedOptions } from '@/entities/work/api.ts'
import { MemberBar } from '@/features/member/member-bar.tsx'
import { MemberHeader } from '@/features/member/member-header.tsx'
import { MemberWorks } from '@/features/member/member-works.tsx'
import { MoreDivider } from '@/features/member/more-divider.tsx'
import { KeepButton } from '@/features/work-detail/keep-button.tsx'
import { useForm } from '@/shared/lib/use-form.ts'
import { CheckBox } from '@/shared/ui/choices.tsx'
import { PasswordField, TextArea, TextField } from '@/shared/ui/field.tsx'
import { Segmented } from '@/shared/ui/segmented.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { makeCollection, makeWork } from '@/testing/factories.ts'
import { Cached, FAILURE, listStates } from './cached.tsx'
import { GalleryPart } from './gallery-part.tsx'
import '@/features/account/account.css'
import '@/features/work-detail/keeping.css'

const TEXTS = { empty: '', name: 'lin_xia', short: 'lin', password: 'quiet-river-27', text: '雨天看' }
const NOTHING = () => undefined
const WORKS = Array.from({ length: 10 }, (_, index) => makeWork(index + 1))
const CAPTCHA = { on: true, image: null, uuid: '', loading: false, refresh: NOTHING }

/** The parts of forms, of the member centre, and of keeping works. */
export function GalleryMember() {
  const { field, refuse } = useForm(TEXTS, {})
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => refuse('short', '用户名至少6位数'), [])
  return (
    <>
      <GalleryPart name="TextField, PasswordField, TextArea: 空、提示、填写、错误、停用">
        <div className="gallery-cards">
          <TextField label="用户名" field={field('empty')} />
          <TextField label="用户名" field={field('name')} hint="6 至 32 位" />
          <TextField label="用户名" field={field('short')} />
          <TextField label="用户名" field={field('name')} disabled />
          <PasswordField label="密码" field={field('password')} />
          <TextArea label="描述" field={field('text')} />
        </div>
      </GalleryPart>
      <GalleryPart name="CheckBox, Segmented">
        <CheckBox label="记住密码" checked={false} onChange={NOTHING} />
        <CheckBox label="默认收藏夹" hint="私密 · 12 部" checked onChange={NOTHING} />
        <CheckBox label="停用" checked={false} disabled onChange={NOTHING} />
        <Segmented
          label="谁可以看到"
          choices={[
            { value: '1', label: '私密' },
            { value: '0', label: '公开' },
          ]}
          current="1"
          onChange={NOTHING}
        />
      </GalleryPart>
      <GalleryPart name="CaptchaField: 等待、失败">
        <div className="gallery-cards">
          <CaptchaField field={field('empty')} captcha={{ ...CAPTCHA, loading: true }} />
          <CaptchaField field={field('short')} captcha={CAPTCHA} />
        </div>
      </GalleryPart>
      <GalleryPart name="CollectionForm">
        <CollectionForm collection={makeCollection(1)} onSave={NOTHING} onCancel={NOTHING} saving={false} />
      </GalleryPart>
      <GalleryPart name="KeepButton: 关、开">
        <div className="gallery-row">
          <KeepButton icon={Heart} pressed={false} onClick={NOTHING}>
            喜欢
          </KeepButton>
          <KeepButton icon={Heart} pressed onClick={NOTHING}>
            已喜欢
          </KeepButton>
          <KeepButton icon={Bookmark} pressed opensDialog onClick={NOTHING}>
            已收藏
          </KeepButton>
        </div>
      </GalleryPart>
      <GalleryPart name="MemberHeader, MemberBar">
        <MemberHeader />
        <MemberBar />
      </GalleryPart>
      <MemberLists />
    </>
  )
}

function MemberLists() {
  return (
    <>
      {Object.entries(listStates(WORKS)).map(([state, known]) => (
        <GalleryPart key={state} name={`MemberWorks: ${state}`}>
          <Cached keys={[likedOptions().queryKey]} known={known}>
            <Liked />
          </Cached>
        </GalleryPart>
      ))}
      <GalleryPart name="MoreDivider: 更多、加载、失败、到底">
        <MoreDivider finished={false} loading={false} error={null} onMore={NOTHING} />
        <MoreDivider finished={false} loading error={null} onMore={NOTHING} />
        <MoreDivider finished={false} loading={false} error={FAILURE} onMore={NOTHING} />
        <MoreDivider finished loading={false} error={null} onMore={NOTHING} />
      </GalleryPart>
    </>
  )
}

function Liked() {
  const list = useInfiniteQuery(likedOptions())
  return <MemberWorks list={list} empty={<EmptyView text="暂时没有喜欢的作品~" />} />
}
