import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'

const texts: Texts<{ larger: string; smaller: string; turn: string; open: string; failed: string }> = {
  en: {
    larger: 'Larger',
    smaller: 'Smaller',
    turn: 'Turn',
    open: 'Open the file',
    failed: 'This picture cannot be shown. Open the file instead.',
  },
  ro: {
    larger: 'Mai mare',
    smaller: 'Mai mic',
    turn: 'Rotește',
    open: 'Deschide fișierul',
    failed: 'Această imagine nu se poate afișa. Deschide fișierul.',
  },
}

/** A document that somebody has handed in: a picture that can be enlarged and turned, or a file to open. */
export function DocumentView({ title, url, mediaType }: { title: string; url: string; mediaType: string }) {
  const t = useTexts(texts)
  const [zoom, setZoom] = useState(1)
  const [turns, setTurns] = useState(0)
  const [isBroken, setBroken] = useState(false)
  const isPicture = mediaType.startsWith('image/')
  return (
    <figure className="document">
      <figcaption className="head">
        <strong>{title}</strong>
        <span className="actions">
          {isPicture && !isBroken && (
            <>
              <Button look="quiet" label={`${t.smaller}: ${title}`} onPress={() => setZoom(Math.max(1, zoom / 1.5))}>
                <ZoomOut size={16} aria-hidden />
              </Button>
              <Button look="quiet" label={`${t.larger}: ${title}`} onPress={() => setZoom(Math.min(6, zoom * 1.5))}>
                <ZoomIn size={16} aria-hidden />
              </Button>
              <Button look="quiet" label={`${t.turn}: ${title}`} onPress={() => setTurns(turns + 1)}>
                <RotateCw size={16} aria-hidden />
              </Button>
            </>
          )}
          <a className="button quiet" href={url} target="_blank" rel="noreferrer">
            {t.open}
          </a>
        </span>
      </figcaption>
      {isPicture && !isBroken && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is larger than its frame is scrolled by the keyboard
        <section className="scroll" aria-label={title} tabIndex={0}>
          <img
            src={url}
            alt={title}
            onError={() => setBroken(true)}
            style={{ width: `${zoom * 100}%`, rotate: `${turns * 90}deg` }}
          />
        </section>
      )}
      {isBroken && <p className="soft">{t.failed}</p>}
    </figure>
  )
}
