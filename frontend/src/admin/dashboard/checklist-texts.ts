import type { Schemas } from '@/shared/api/contract.ts'

type Item = Schemas['ChecklistItem']

interface Text {
  title: string
  /** What was found, of a point that is done. */
  done: (detail: string) => string
  /** What to do. */
  todo: (detail: string) => string
}

const PAYMENT: Readonly<Record<string, string>> = {
  off: '没有开启支付，只能发放激活码。要收款，设置 PAY_MODE=live 和收款平台的密钥。',
  sandbox: '现在是模拟支付，任何人都能免费成为 VIP。开放前设为 PAY_MODE=live 或 off。',
}

/** What each point is called, and what to do. */
export const CHECKLIST_TEXTS: Readonly<Record<Item['id'], Text>> = {
  proxy: {
    title: '反向代理',
    done: () => '代理的地址是可信的，访客各有自己的地址',
    todo: (address) =>
      address
        ? `收到来自 ${address} 的转发请求，但它不在 TRUSTED_PROXIES 里，所有访客会被当成同一个地址。把它加进去，重新启动。`
        : '没有设置 TRUSTED_PROXIES。在 nginx 等代理后面时填代理的地址，本机代理填 127.0.0.1。',
  },
  address: {
    title: '网站地址',
    done: (url) => url,
    todo: (url) => `现在是 ${url}。把 PUBLIC_URL 设为访客打开的 https 地址。`,
  },
  payment: {
    title: '支付',
    done: () => '收款平台的密钥可用，公钥私钥没有混淆',
    todo: (detail) => PAYMENT[detail] ?? `密钥文件不能用：${detail}。运行 yingku config check 查看原因。`,
  },
  backup: {
    title: '备份',
    done: (time) => `最近一次 ${time.slice(0, 16)}`,
    todo: (time) =>
      time
        ? `最近一次 ${time.slice(0, 16)}，超过两天或不完整。检查 yingku-backup.timer 是否在运行。`
        : '还没有备份过。运行 yingku backup，或启用 yingku-backup.timer 每晚备份。',
  },
  disk: {
    title: '磁盘空间',
    done: (place) => `${place} 可用`,
    todo: (place) => (place ? `${place} 可用，快满了。清理或扩容。` : '读不到数据文件夹的剩余空间。'),
  },
  notices: {
    title: '邮件或 webhook 提醒',
    done: () => '有事等待处理时会提醒',
    todo: () => '设置 NOTIFY_MAIL（需要 SMTP_URL）或 WEBHOOK_URL 后，异常订单、备份过期等会立即提醒，每天一封汇总。',
  },
  demo: {
    title: '演示作品',
    done: () => '没有演示作品',
    todo: (count) => `目录里有 ${count} 部演示作品。运行 yingku demo --remove 删除。`,
  },
  name: {
    title: '网站名称',
    done: (name) => name,
    todo: (name) => `现在叫“${name}”。在设置的“网站信息”里换成自己的名称。`,
  },
  works: {
    title: '第一部作品',
    done: () => '目录里有自己的作品',
    todo: () => '在“导入”里上传文件，或在“作品”里新建。',
  },
  film: {
    title: '第一部影片',
    done: () => '有可以在线观看的作品',
    todo: () => '用 yingku film add 加入影片文件，就能在线观看。',
  },
}

/** The sections of the console where a point is settled. */
export const CHECKLIST_PLACES: Partial<Record<Item['id'], string>> = {
  name: '/admin/settings',
  works: '/admin/import',
}
