import { MessagePage } from '@/features/messages/message-page.tsx'

/** /message, 客服留言. */
export default MessagePage
