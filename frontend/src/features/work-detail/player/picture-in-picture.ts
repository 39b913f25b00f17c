/** Safari's prefixed API. */
interface SafariVideo extends HTMLVideoElement {
  webkitPresentationMode?: string
  webkitSetPresentationMode?: (mode: 'inline' | 'picture-in-picture') => void
}

/** Whether picture-in-picture is supported. */
export function hasPictureInPicture(): boolean {
  return document.pictureInPictureEnabled === true || 'webkitSetPresentationMode' in HTMLVideoElement.prototype
}

/** Enters or leaves picture-in-picture; ignored if the browser refuses. */
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
