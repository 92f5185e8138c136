import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, idIn, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { type Site, useScope } from '../../../shell/scope.tsx'
import type { Values } from '../../../ui/action-dialog.tsx'
import { Editor } from '../../../ui/editor.tsx'
import type { FieldSpec } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { PageForm, useDraft } from '../../../ui/page-form.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { useGo, useSearch } from '../../../ui/url-state.ts'
import { at } from '../../../urls.ts'
import { useGate } from '../../common/acting.tsx'
import { fieldsOf, newValues, parametersOf, valuesOf } from './fields.ts'
import { LinkPreview } from './preview.tsx'
import { type LinkWords, linkTexts } from './texts.ts'

const texts = {
  en: {
    about: 'The shopper who opens it pays this amount by card. You can close it at any time.',
    save: 'Make the link',
    why: 'To send to a customer.',
  },
  ro: {
    about: 'Cine îl deschide plătește această sumă cu cardul. Îl poți închide oricând.',
    save: 'Fă linkul',
    why: 'De trimis unui client.',
  },
} satisfies Texts<unknown>

/** A new link, or one that begins as a copy of another (`?from=`). */
export default function NewLink() {
  const [{ from }] = useSearch()
  const { data, error, refetch } = useQuery({
    queryKey: ['link', from],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/links/{linkId}', { params: { path: { linkId: idIn(from ?? '') } }, signal })),
    enabled: from !== undefined,
  })
  if (from === undefined) return <NewLinkForm />
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  return data ? <NewLinkForm from={data} /> : <Loading lines={10} />
}

/** When it is saved, the page of the link shows its address and its QR code. */
function NewLinkForm({ from }: { from?: Reply<'getLink'> }) {
  const t = useTexts(texts)
  const words = useTexts(linkTexts)
  const gate = useGate()
  const reason = useReasonField()
  const { scope, sites } = useScope()
  const go = useGo()
  // A copy may be sold on another day.
  const draft = useDraft({ ...(from ? { ...valuesOf(from), expireDate: '' } : newValues), reason: t.why })
  const { values } = draft
  const site = sites.find(({ id }) => id === values.siteId) ?? sites[0]
  const currencies = site?.currencies ?? []
  const currency = currencies.find((one) => one === values.currency) ?? currencies[0] ?? ''
  const { reason: why = '', ...typed }: Values = { ...values, siteId: site?.id ?? '', currency }
  const parameters = parametersOf(typed, words)
  useTitle(words.newLink)
  const fields: readonly FieldSpec[] = [
    ...(sites.length > 1 ? [siteField(words, sites)] : []),
    ...fieldsOf(words, { currencies, repeats: values.orderType === 'recurring' }),
    reason,
  ]
  const isExample = values.content === '' || values.amount === ''
  const example = { ...parameters, content: values.content || words.example, amount: values.amount || '10.00' }
  return (
    <>
      <div className="head">
        <div>
          <p className="meta">
            <Link to={at(scope, 'links')}>{words.links}</Link>
          </p>
          <h1>{words.newLink}</h1>
          <p className="soft">{t.about}</p>
        </div>
      </div>
      <Editor
        form={
          <PageForm
            draft={draft}
            fields={fields}
            submit={t.save}
            {...gate('links:create')}
            save={(key) => create({ ...parameters, reason: why }, key)}
            onSaved={({ id }) => go(at(scope, 'links', id))}
          />
        }
        preview={<LinkPreview draft={example} language={site?.language ?? 'en'} isExample={isExample} />}
      />
    </>
  )
}

const siteField = (words: LinkWords, sites: readonly Site[]): FieldSpec => ({
  name: 'siteId',
  label: words.site,
  kind: 'choice',
  options: sites.map(({ id, name }) => ({ value: id, label: name })),
})

// The fields hold text; the server says of each what is wrong with it.
const create = (body: object, key: string) =>
  bodyOf(api.POST('/links', { params: { header: { 'Idempotency-Key': key } }, body: body as never }))
