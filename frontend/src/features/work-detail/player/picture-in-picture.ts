/** Safari's way, older than the standard. */
interface SafariVideo extends HTMLVideoElement {
  webkitPresentationMode?: string
  webkitSetPresentationMode?: (mode: 'inline' | 'picture-in-picture') => void
}

/** Whether films can float above other windows here. */
export function hasPictureInPicture(): boolean {
  return document.pictureInPictureEnabled === true || 'webkitSetPresentationMode' in HTMLVideoElement.prototype
}

/** Lets a film float above other windows, or takes it back; a browser that refuses leaves it where it is. */
export async function togglePictureInPicture(video: SafariVideo): Promise<void> {
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture()
    else if (document.pictureInPictureEnabled) await video.requestPictureInPicture()
    else {
      const floats = video.webkitPresentationMode === 'picture-in-picture'
      video.webkitSetPresentationMode?.(floats ? 'inline' : 'picture-in-picture')
    }
  } catch {
    return
  }
}
