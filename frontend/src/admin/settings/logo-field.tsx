import { useController } from 'react-hook-form'
import { hasPictures } from '@/shared/api/app-config.ts'
import type { FieldState } from '@/shared/lib/use-form.ts'
import { LogoMark } from '@/shared/ui/logo.tsx'
import { PictureActions } from '../kit/picture-actions.tsx'
import { useFileDrop, useUpload } from '../kit/use-upload.ts'
import '../kit/pictures.css'
import './logo-field.css'

/** The site's logo: a picture that is chosen or dropped, else the drawn one. Where no picture can be uploaded, it says so. */
export function LogoField({ logo }: { logo: FieldState }) {
  if (hasPictures()) return <UploadField logo={logo} />
  return <p className="admin-note">Logo 不能在这里上传：图片由其他主机提供（IMAGE_BASE）。</p>
}

function UploadField({ logo }: { logo: FieldState }) {
  const { field } = useController(logo)
  function put(path: string) {
    field.onChange(path)
    logo.onEdited()
  }
  const { take, error, isBusy } = useUpload(put)
  const takeOne = (files: readonly File[]) => take(files.slice(0, 1))
  const { isOver, handlers } = useFileDrop(takeOne)
  return (
    <fieldset className="pictures" data-over={isOver || undefined} {...handlers}>
      <legend>Logo</legend>
      <span className="logo-field-mark">
        <LogoMark path={field.value} />
      </span>
      <PictureActions
        label="Logo"
        error={error}
        isBusy={isBusy}
        onFiles={takeOne}
        remove={field.value === '' ? null : '用默认的'}
        onRemove={() => put('')}
      >
        <p className="field-note">显示在网站名称旁，高 28 像素；请用在深色和浅色背景上都看得清的图片</p>
      </PictureActions>
    </fieldset>
  )
}
