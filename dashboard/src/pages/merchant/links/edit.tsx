import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, bodyOf, idIn, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { useScope } from '../../../shell/scope.tsx'
import { Editor } from '../../../ui/editor.tsx'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { PageForm, useDraft } from '../../../ui/page-form.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { useGo } from '../../../ui/url-state.ts'
import { at } from '../../../urls.ts'
import { useGate } from '../../common/acting.tsx'
import { fieldsOf, parametersOf, valuesOf } from './fields.ts'
import { LinkPreview } from './preview.tsx'
import { linkTexts } from './texts.ts'

const texts = {
  en: { title: 'Change the link', save: 'Save', effect: 'Shoppers who have begun to pay keep the terms they saw.' },
  ro: {
    title: 'Schimbă linkul',
    save: 'Salvează',
    effect: 'Clienții care au început să plătească păstrează condițiile pe care le-au văzut.',
  },
} satisfies Texts<unknown>

type LinkRecord = Reply<'getLink'>
const load = (id: string, signal?: AbortSignal) =>
  bodyOf(api.GET('/links/{linkId}', { params: { path: { linkId: idIn(id) } }, ...(signal && { signal }) }))

export default function EditLink() {
  const id = useThingId()
  const { data, error, refetch } = useQuery({ queryKey: ['link', id], queryFn: ({ signal }) => load(id, signal) })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  return data ? <EditForm link={data} /> : <Loading lines={10} />
}

/** Only what differs is sent; what was emptied is removed. */
function EditForm({ link }: { link: LinkRecord }) {
  const t = useTexts(texts)
  const words = useTexts(linkTexts)
  const gate = useGate()
  const reason = useReasonField()
  const { scope, sites } = useScope()
  const go = useGo()
  const version = useRef(link.version)
  const draft = useDraft(valuesOf(link))
  const { values, changed } = draft
  const site = sites.find(({ id }) => id === link.siteId)
  const { reason: why, ...typed } = changed
  const parameters = parametersOf(
    values.orderType === 'recurring' && 'orderType' in changed
      ? { ...typed, intervalValue: values.intervalValue ?? '', intervalType: values.intervalType ?? '' }
      : typed,
    words,
  )
  const fields = fieldsOf(words, {
    currencies: site?.currencies ?? [link.currency],
    repeats: values.orderType === 'recurring',
    hasItems: link.contentType === 'Items',
  })
  useTitle(`${t.title}: ${link.title}`)
  const theirs = async () => {
    const now = await load(link.id)
    version.current = now.version
    return valuesOf(now)
  }
  return (
    <>
      <div className="head">
        <div>
          <p className="meta">
            <Link to={at(scope, 'links')}>{words.links}</Link> /{' '}
            <Link to={at(scope, 'links', link.id)}>{link.title}</Link>
          </p>
          <h1>{t.title}</h1>
          <p className="soft">{t.effect}</p>
        </div>
      </div>
      <Editor
        form={
          <PageForm
            draft={draft}
            fields={[...fields, reason]}
            submit={t.save}
            {...gate('links:change')}
            save={() => change(link.id, { ...parameters, version: version.current, reason: why ?? '' })}
            onSaved={() => go(at(scope, 'links', link.id))}
            theirs={theirs}
          />
        }
        preview={<LinkPreview draft={{ ...parameters, linkId: link.id }} language={site?.language ?? 'en'} />}
      />
    </>
  )
}

// The fields hold text; the server says of each what is wrong with it.
const change = (id: string, body: object) =>
  bodyOf(api.PATCH('/links/{linkId}', { params: { path: { linkId: idIn(id) } }, body: body as never }))
