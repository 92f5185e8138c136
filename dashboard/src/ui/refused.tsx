import { ApiError } from '../api/client.ts'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { at, scopeOf } from '../urls.ts'
import { Link } from './link.tsx'
import { usePath } from './url-state.ts'
import { useWhoGrants } from './who-grants.ts'

const texts: Texts<{ request: string; approval: string }> = {
  en: { request: 'Request', approval: 'Open the approval' },
  ro: { request: 'Cererea', approval: 'Deschide aprobarea' },
}

/** Why something was refused that was sent, with the number of the request, and the way to what stands in its way. */
export function Refused({ error }: { error: Error }) {
  const t = useTexts(texts)
  const scope = scopeOf(usePath())
  const whoGrants = useWhoGrants()
  const { reason, requestId, values } = error instanceof ApiError ? error.refusal : {}
  const approval = reason?.startsWith('approval_') ? values?.id : undefined
  return (
    <div className="notice bad" role="alert">
      <span>{error.message}</span>
      {reason === 'permission_missing' && <span>{whoGrants}</span>}
      {scope && approval !== undefined && <Link to={at(scope, 'reviews', 'approvals', approval)}>{t.approval}</Link>}
      {requestId && (
        <span className="meta">
          {t.request} <code>{requestId}</code>
        </span>
      )}
    </div>
  )
}
