import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { PagePreview, usePageLanguages } from '../../../parts/page-preview.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { useScope } from '../../../shell/scope.tsx'
import type { Values } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Editor } from '../../../ui/editor.tsx'
import type { FieldSpec } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { PageForm, useDraft } from '../../../ui/page-form.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { useGo } from '../../../ui/url-state.ts'
import { at } from '../../../urls.ts'
import { useGate } from '../../common/acting.tsx'
import { useDefaults } from './defaults.ts'
import { groups, siteTexts } from './site-fields.ts'

const texts = {
  en: {
    sites: 'Sites',
    title: 'Settings',
    save: 'Save',
    withoutLogo: 'Remove the logo',
    pages: { pay: 'Payment', declined: 'Declined', paid: 'Receipt', expired: 'Session over' },
  },
  ro: {
    sites: 'Magazine',
    title: 'Setări',
    save: 'Salvează',
    withoutLogo: 'Scoate logoul',
    pages: { pay: 'Plată', declined: 'Respinsă', paid: 'Chitanță', expired: 'Sesiune încheiată' },
  },
} satisfies Texts<unknown>

type Settings = Reply<'getSiteSettings'>
type Page = keyof (typeof texts)['en']['pages']

const load = (siteId: string, signal?: AbortSignal) =>
  bodyOf(api.GET('/sites/{siteId}/settings', { params: { path: { siteId } }, ...(signal && { signal }) }))

export default function EditSite() {
  const id = useThingId()
  const { data, error, refetch } = useQuery({ queryKey: ['site', id], queryFn: ({ signal }) => load(id, signal) })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  return data ? <SiteForm site={data} /> : <Loading lines={10} />
}

/** What is set, as texts; a boolean is `yes` or `no`. */
const valuesOf = (site: Settings): Values =>
  Object.fromEntries(own.map(({ name }) => [name, textOf((site as Readonly<Record<string, unknown>>)[name])]))

const textOf = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? ''))
const own = groups.flatMap(({ fields }) => fields.filter(({ isOperators }) => !isOperators))
const emptied = groups.flatMap((group) => group.emptied)

/** Base64 of a file as the address of an image; what is one already stays. */
function logoOf(value: string): string {
  if (value === '' || value.startsWith('data:')) return value
  const types = { iVBORw0KGgo: 'png', '/9j/': 'jpeg', UklGR: 'webp' }
  const type = Object.entries(types).find(([start]) => value.startsWith(start))?.[1] ?? 'svg+xml'
  return `data:image/${type};base64,${value}`
}

/** Typed texts as the settings of a call: what was emptied is removed. */
const sentOf = (values: Values): Readonly<Record<string, string | readonly string[] | null>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sentFor(name, value)]))

function sentFor(name: string, value: string): string | readonly string[] | null {
  if (name === 'wallets') return value === '' ? [] : value.split(',')
  if (name === 'frameAncestors') return value.split(/[\s,]+/).filter((origin) => origin !== '')
  if (value === '' && emptied.includes(name)) return null
  return name === 'logo' ? logoOf(value) : value
}

/** All settings of a merchant in one form, beside the pages that they change. */
function SiteForm({ site }: { site: Settings }) {
  const t = useTexts(texts)
  const gate = useGate()
  const { scope } = useScope()
  const go = useGo()
  const seen = useRef<Readonly<Record<string, unknown>>>(site)
  const draft = useDraft(valuesOf(site))
  const { fields, headings } = useSiteFields()
  const { reason: why = '', ...changed } = draft.changed
  const sent = sentOf(changed)
  useTitle(`${t.title}: ${site.name}`)
  const theirs = async () => {
    const now = await load(site.id)
    seen.current = now
    return valuesOf(now)
  }
  const { logo, themeColor, attemptsMax } = sent
  const looks = { logo, themeColor, attemptsMax }
  const pages = Object.entries(t.pages).map(([value, label]) => ({ value: value as Page, label }))
  return (
    <>
      <div className="head">
        <div>
          <p className="meta">
            <Link to={at(scope, 'sites')}>{t.sites}</Link> / <Link to={at(scope, 'sites', site.id)}>{site.name}</Link>
          </p>
          <h1>{t.title}</h1>
        </div>
      </div>
      <Editor
        form={
          <PageForm
            draft={draft}
            fields={fields}
            headings={headings}
            submit={t.save}
            {...gate('sites:change')}
            save={() => change(site.id, { ...sent, seen: seenOf(seen.current, Object.keys(sent)), reason: why })}
            onSaved={() => go(at(scope, 'sites', site.id))}
            theirs={theirs}
          >
            {draft.values.logo && (
              <div>
                <Button onPress={() => draft.type('logo', '')}>{t.withoutLogo}</Button>
              </div>
            )}
          </PageForm>
        }
        preview={
          <PagePreview
            draft={looks}
            pages={pages}
            language={(draft.values.language ?? site.language) as Settings['language']}
            load={(wanted, signal) =>
              bodyOf(
                api.POST('/sites/{siteId}/preview', {
                  params: { path: { siteId: site.id } },
                  // The fields hold text; the server says of each what is wrong with it.
                  body: { ...looks, ...wanted } as never,
                  signal,
                }),
              )
            }
          />
        }
      />
    </>
  )
}

/** What was seen of the settings that are changed; `null` for those that had no value. */
const seenOf = (site: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, site[name] ?? null]))

function useSiteFields() {
  const words = useTexts(siteTexts)
  const languages = usePageLanguages()
  const reason = useReasonField()
  const defaults = useDefaults()
  const choices = [
    { value: 'yes', label: words.yes },
    { value: 'no', label: words.no },
  ]
  const wallets = [
    { value: '', label: words.noWallets },
    { value: 'applePay,googlePay', label: 'Apple Pay, Google Pay' },
    { value: 'applePay', label: 'Apple Pay' },
    { value: 'googlePay', label: 'Google Pay' },
  ]
  const options: Readonly<Record<string, readonly { value: string; label: string }[]>> = {
    language: languages,
    wallets,
  }
  const fields: FieldSpec[] = own.map(({ name, kind }) => ({
    name,
    label: words.fields[name] ?? name,
    ...(words.hints[name] !== undefined && { hint: words.hints[name] }),
    ...(kind !== undefined && { kind }),
    ...(kind === 'choice' && { options: options[name] ?? choices }),
    // A logo has a button of its own.
    ...(kind !== 'file' && defaults && name in defaults && { usual: textOf(defaults[name]) }),
  }))
  const headings = Object.fromEntries(
    groups.map((group) => [
      group.fields[0]!.name,
      { title: words.groups[group.name] ?? group.name, effect: words.effects[group.name] },
    ]),
  )
  return { fields: [...fields, reason], headings }
}

// The fields hold text; the server says of each what is wrong with it.
const change = (siteId: string, body: object) =>
  bodyOf(api.PATCH('/sites/{siteId}/settings', { params: { path: { siteId } }, body: body as never }))
