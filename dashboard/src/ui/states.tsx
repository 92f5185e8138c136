import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import { useTitle } from './title.ts'
import { useWhoGrants } from './who-grants.ts'

const texts: Texts<{
  loading: string
  failed: string
  fault: string
  faultHint: string
  retry: string
  request: string
  missing: string
  missingHint: string
}> = {
  en: {
    loading: 'Loading',
    failed: 'This could not be loaded',
    fault: 'This part of the page failed',
    faultHint: 'It is a fault of the program, not of your data; the operator’s log has it. Nothing was changed.',
    retry: 'Try again',
    request: 'Request',
    missing: 'There is nothing at this address',
    missingHint: 'It may have another owner, or the address was not copied whole.',
  },
  ro: {
    loading: 'Se încarcă',
    failed: 'Nu s-a putut încărca',
    fault: 'Această parte a paginii a eșuat',
    faultHint:
      'Este o eroare a programului, nu a datelor tale; jurnalul operatorului o conține. Nu s-a schimbat nimic.',
    retry: 'Încearcă din nou',
    request: 'Cererea',
    missing: 'Nu există nimic la această adresă',
    missingHint: 'Poate aparține altcuiva, sau adresa nu a fost copiată întreagă.',
  },
}

/** Plain blocks, shown only when the wait is long enough to be noticed. */
export function Loading({ lines = 4 }: { lines?: number }) {
  const t = useTexts(texts)
  return (
    <div className="panel" aria-busy="true">
      <span className="unseen">{t.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same and never move
        <div key={line} className="block" />
      ))}
    </div>
  )
}

/** What failed, what to do, and the id that finds it in the log. */
export function ErrorPanel({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useTexts(texts)
  const whoGrants = useWhoGrants()
  if (error instanceof ApiError && error.status === 404) return <Missing />
  const known = error instanceof ApiError ? error : undefined
  return (
    <div className="notice bad" role="alert">
      <strong>{known ? t.failed : t.fault}</strong>
      <span>{known ? known.message : t.faultHint}</span>
      {known?.refusal.reason === 'permission_missing' && <span>{whoGrants}</span>}
      {known?.refusal.requestId && (
        <span className="meta">
          {t.request} <code>{known.refusal.requestId}</code>
        </span>
      )}
      {onRetry && <Button onPress={onRetry}>{t.retry}</Button>}
    </div>
  )
}

/** The same for what does not exist and for what belongs to others. */
export function Missing({ isPage = false }: { isPage?: boolean }) {
  const t = useTexts(texts)
  useTitle(isPage ? t.missing : undefined)
  return (
    <Empty title={t.missing} isPage={isPage}>
      <p className="soft">{t.missingHint}</p>
    </Empty>
  )
}

/** What will be here, and how it comes to be here. */
export function Empty({ title, isPage, children }: { title: string; isPage?: boolean; children?: ReactNode }) {
  return (
    <div className="empty">
      <CircleAlert size={20} aria-hidden className="soft" />
      {isPage ? <h1>{title}</h1> : <strong>{title}</strong>}
      {children}
    </div>
  )
}
