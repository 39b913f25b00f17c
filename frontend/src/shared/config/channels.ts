/** The three channels, by the name the API uses (R14.7). */
export type ChannelName = 'censored' | 'uncensored' | 'western'

/** What a channel is called and how the API numbers it. */
export interface Channel {
  name: ChannelName
  /** `modId` of the channel's works. */
  modId: 1 | 2 | 3
  /** Chinese name on badges, tabs and the tab bar. */
  label: string
}

/** Every channel by name. */
export const CHANNELS: Record<ChannelName, Channel> = {
  censored: { name: 'censored', modId: 1, label: '有码' },
  uncensored: { name: 'uncensored', modId: 2, label: '无码' },
  western: { name: 'western', modId: 3, label: '欧美' },
}

/** Channels in the order the screens show them. */
export const CHANNEL_ORDER: readonly ChannelName[] = ['censored', 'uncensored', 'western']

/** The channel of a work; an unknown number counts as censored. */
export function channelOf(modId: number): Channel {
  return CHANNEL_ORDER.map((name) => CHANNELS[name]).find((channel) => channel.modId === modId) ?? CHANNELS.censored
}
