import { useEffect, useRef, useState } from 'react'
import { apiRoot } from '../api/client.ts'
import type { Preview } from './page-preview.tsx'

export type Scheme = 'light' | 'dark'
type PreviewFrameProps = { title: string; preview: Preview; scheme: Scheme; isPhone: boolean }

const sizes = { phone: { width: 360, height: 700 }, desktop: { width: 1100, height: 760 } } as const

/**
 * A page in a frame of its own. The frame is an empty document of the server with the styles of hosted pages; it can run
 * nothing, send nothing and load nothing, so that it is only looked at.
 */
export function PreviewFrame({ title, preview, scheme, isPhone }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [loads, setLoads] = useState(0)
  const [availableWidth, setAvailableWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setAvailableWidth(entry?.contentRect.width ?? 0))
    if (stage.current) observer.observe(stage.current)
    return () => observer.disconnect()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a document that was loaded anew is empty
  useEffect(() => {
    const document = frame.current?.contentDocument
    if (document) fill(document, preview)
  }, [preview, loads])
  const { width, height } = isPhone ? sizes.phone : sizes.desktop
  const scale = Math.min(1, availableWidth / width)
  return (
    <div ref={stage} className="stage" style={{ height: height * scale, maxWidth: isPhone ? width : undefined }}>
      <iframe
        ref={frame}
        title={title}
        src={`${apiRoot}/preview-frame?scheme=${scheme}`}
        sandbox="allow-same-origin"
        tabIndex={-1}
        onLoad={() => setLoads((before) => before + 1)}
        style={{ width, height, transform: `scale(${scale})` }}
      />
    </div>
  )
}

/** Puts the page in place of the one before. Links lead nowhere, and nothing takes the focus from who is typing. */
function fill(document: Document, { html, accent }: Preview): void {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const link of page.querySelectorAll('a')) link.removeAttribute('href')
  for (const field of page.querySelectorAll('[autofocus]')) field.removeAttribute('autofocus')
  const { lang, dir, style } = document.documentElement
  if (lang !== page.documentElement.lang) document.documentElement.lang = page.documentElement.lang
  if (dir !== page.documentElement.dir) document.documentElement.dir = page.documentElement.dir
  style.setProperty('--accent', accent.fill)
  style.setProperty('--accent-text', accent.text)
  document.body.className = page.body.className
  document.body.replaceChildren(...document.importNode(page.body, true).childNodes)
}
