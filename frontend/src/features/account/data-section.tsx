import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { saveFile } from '@/shared/lib/save-file.ts'
import { Button } from '@/shared/ui/button.tsx'
import { exportData } from './api.ts'
import { DeleteDialog } from './delete-dialog.tsx'

const FILE_NAME = 'yingku.json'

/** Exports the data or deletes the account. */
export function DataSection() {
  const [titleId, deleteId] = [useId(), useId()]
  const [deleting, setDeleting] = useState(false)
  const download = useMutation({
    mutationFn: exportData,
    onSuccess: (data) => saveFile(FILE_NAME, 'application/json', JSON.stringify(data, null, 2)),
  })
  return (
    <>
      <section className="security-section" aria-labelledby={titleId}>
        <h2 id={titleId}>导出我的数据</h2>
        <p className="security-text">
          网站保存的关于您的全部数据，存成一个 JSON
          文件：账户与登录设备、收藏夹、喜欢和关注、不想看的内容、保存的筛选、VIP
          记录、订单、激活码、磁力复制次数、下载申请、留言和举报。浏览记录只在本机，不在其中。
        </p>
        <Button loading={download.isPending} loadingText="导出中" onClick={() => download.mutate()}>
          导出
        </Button>
      </section>
      <section className="security-section" aria-labelledby={deleteId}>
        <h2 id={deleteId}>删除账户</h2>
        <p className="security-text">
          账户、收藏、喜欢、关注、留言和下载申请会立即删除，任何人都无法恢复。订单、VIP
          与激活码的使用记录会保留，但不再与您关联。
        </p>
        <Button onClick={() => setDeleting(true)}>删除账户</Button>
        {deleting && <DeleteDialog onClose={() => setDeleting(false)} />}
      </section>
    </>
  )
}
