/** The engine chooses the quality, by what the connection carries. */
export const AUTOMATIC = -1

interface Level {
  width: number
  height: number
  bitrate: number
}

/** Names of qualities: the short side, and the rate where that does not tell them apart; the rate of an unknown size. */
export function qualityNames(levels: readonly Level[]): string[] {
  const sizes = levels.map(({ width, height }) => Math.min(width, height))
  return levels.map(({ bitrate }, index) => {
    const size = sizes[index] || 0
    const rate = bitrate < 1_000_000 ? `${Math.round(bitrate / 1000)}k` : `${(bitrate / 1_000_000).toFixed(1)}M`
    if (size === 0) return rate
    const isAlone = sizes.filter((other) => other === size).length === 1
    return isAlone ? `${size}p` : `${size}p · ${rate}`
  })
}
