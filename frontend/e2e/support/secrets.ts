import { createHash, createHmac } from 'node:crypto'

/** What the servers under test sign with; theirs alone. */
export const SERVER_SECRET = '0123456789abcdef'.repeat(4)

const SYMBOLS = 'ABCDEFHJKMNPRTUVWXY23456789'
const ANSWER_LENGTH = 4

/** The tag the server makes for a text under its key for one purpose. */
function tag(purpose: string, text: string): Buffer {
  const secret = createHash('sha256').update(SERVER_SECRET).digest()
  const key = createHmac('sha256', secret).update(purpose).digest()
  return createHmac('sha256', key).update(text).digest()
}

/** What the picture of a captcha shows, which only the server's secret tells. */
export function captchaAnswer(uuid: string): string {
  let number = tag('captcha', `answer ${uuid}`).readBigUInt64BE()
  let answer = ''
  for (let at = 0; at < ANSWER_LENGTH; at++) {
    answer += SYMBOLS[Number(number % BigInt(SYMBOLS.length))]
    number /= BigInt(SYMBOLS.length)
  }
  return answer
}

/** The same access token as the server would have made it an hour ago: it has run out. */
export function expired(token: string): string {
  const [header = '', payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iat: number; exp: number }
  const anHourAgo = { ...claims, iat: claims.iat - 3600, exp: claims.iat - 1 }
  const signed = `${header}.${Buffer.from(JSON.stringify(anHourAgo)).toString('base64url')}`
  return `${signed}.${tag('access-token', signed).toString('base64url')}`
}
