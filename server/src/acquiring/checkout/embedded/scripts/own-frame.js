// Helps frames that a store's page has for the payment page itself (wire fact 1.10), which it names in
// `twispayIFramesSelectors`: it gives them a size and a title where they have none, and takes the way back to the store to
// the whole window. When a frame is shown, and which form is posted into it, is the page's own business.
;(() => {
  const home = new URL(document.currentScript.src).origin
  const texts = JSON.parse('TEXTS')
  const text = texts[document.documentElement.lang.slice(0, 2).toLowerCase()] ?? texts.en
  const frames = () =>
    [window.twispayIFramesSelectors ?? []].flat().flatMap((selector) => [...document.querySelectorAll(selector)])

  document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', prepare) : prepare()
  addEventListener('message', goBack)

  function prepare() {
    for (const frame of frames()) {
      if (!frame.title) frame.title = text.frameTitle
      if (!frame.allow) frame.allow = 'payment *; publickey-credentials-get *'
      const { style } = frame
      if (!frame.width && !style.width) style.width = '100%'
      if (!frame.height && !style.height) style.height = '52rem'
      if (!style.border) style.border = '0'
    }
  }

  function goBack({ origin, source, data }) {
    if (origin !== home || data?.florin !== 'return') return
    if (!frames().some((frame) => frame.contentWindow === source)) return
    const url = new URL(data.url)
    if (url.origin !== home) return
    source.postMessage({ florin: 'taken' }, home)
    location.assign(url)
  }
})()
