import { useEffect, useState } from 'react'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { CopyButton } from './copy.tsx'

const texts: Texts<{ copy: string; hidden: string }> = {
  en: { copy: 'Copy', hidden: 'Hidden again. That you saw it is in the audit log.' },
  ro: { copy: 'Copiază', hidden: 'Ascunsă din nou. Jurnalul de audit știe că ai văzut-o.' },
}
const shownForMs = 30_000

/** A secret that was asked for: it is gone after half a minute, so that no screen keeps it. */
export function ShownSecret({ secret, title }: { secret: string; title: string }) {
  const t = useTexts(texts)
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHidden(true), shownForMs)
    return () => clearTimeout(timer)
  }, [])
  if (isHidden) return <p className="soft">{t.hidden}</p>
  return (
    <div className="notice wait">
      <strong>{title}</strong>
      <code style={{ overflowWrap: 'anywhere' }}>{secret}</code>
      <CopyButton text={secret}>{t.copy}</CopyButton>
    </div>
  )
}
