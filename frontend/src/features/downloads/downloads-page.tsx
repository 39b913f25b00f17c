import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { downloadsOptions } from '@/entities/download/api.ts'
import { userInfoOptions } from '@/entities/user/api.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import { BackButton } from '@/shared/ui/back-button.tsx'
import { ListFooter } from '@/shared/ui/list-footer.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { DownloadRow, DownloadRowSkeleton } from './download-row.tsx'
import '@/shared/ui/chip.css'
import './downloads.css'

const SKELETONS = [0, 1, 2]

/** /user/downloads, 离线下载: what the member has asked for, and what became of it (R13.7). */
export default function DownloadsPage() {
  const signedIn = useSignedIn()
  return (
    <div className="page downloads">
      <header className="downloads-head">
        <BackButton otherwise="/user" />
        <h1>离线下载</h1>
      </header>
      <p className="downloads-note">
        VIP 可以为不能在线观看的影片申请离线下载：打开影片的“磁力下载”，选择一条链接。管理员决定是否放到本站供在线观看。
      </p>
      {signedIn ? (
        <Downloads />
      ) : (
        <EmptyView text="还没有登录" hint="登录后可以查看自己的申请。">
          <Link to="/login" className="chip">
            去登录
          </Link>
        </EmptyView>
      )}
    </div>
  )
}

function Downloads() {
  const client = useQueryClient()
  const list = useInfiniteQuery(downloadsOptions())
  const news = list.data?.filter(({ unread }) => unread).length ?? 0
  // Fetching the rows has read them, so there is less news now.
  useEffect(() => {
    if (news > 0) void client.invalidateQueries({ queryKey: userInfoOptions().queryKey })
  }, [client, news])
  return (
    <QueryView query={list} fallback={<Skeleton />}>
      {(requests) =>
        requests.length === 0 ? (
          <EmptyView text="还没有申请过离线下载" hint="申请的影片和处理结果会出现在这里。" />
        ) : (
          <>
            <ul className="downloads-list" aria-label="我的申请">
              {requests.map((request) => (
                <li key={request.id}>
                  <DownloadRow request={request} />
                </li>
              ))}
            </ul>
            <ListFooter list={list} />
          </>
        )
      }
    </QueryView>
  )
}

function Skeleton() {
  return (
    <div className="downloads-list" role="status" aria-label="加载中">
      {SKELETONS.map((index) => (
        <DownloadRowSkeleton key={index} />
      ))}
    </div>
  )
}
