import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { useTexts } from '../../../i18n/language.tsx'
import type { PageLanguage } from '../../../parts/page-languages.ts'
import { PagePreview, usePageLanguages } from '../../../parts/page-preview.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { useScope } from '../../../shell/scope.tsx'
import type { Values } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Editor } from '../../../ui/editor.tsx'
import { Field, type FieldSpec } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Draft, PageForm, useDraft } from '../../../ui/page-form.tsx'
import { Empty, ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { useSearch } from '../../../ui/url-state.ts'
import { at } from '../../../urls.ts'
import { useGate } from '../../common/acting.tsx'
import { AskedFields } from './asked-fields.tsx'
import {
  askedIn,
  fieldNames,
  fieldWordName,
  formOf,
  languagesWritten,
  nameHere,
  pageLinks,
  pageWords,
  valuesOf,
  wordName,
} from './form-values.ts'
import { LastChange } from './last-change.tsx'
import { formTexts } from './texts.ts'

type Settings = Reply<'getSiteSettings'>

const load = (siteId: string, signal?: AbortSignal) =>
  bodyOf(api.GET('/sites/{siteId}/settings', { params: { path: { siteId } }, ...(signal && { signal }) }))

/** The pay form of a site (`?site=`), by default of the first. */
export default function PayFormPage() {
  const t = useTexts(formTexts)
  const { scope, sites } = useScope()
  const [{ site: wanted }, setSearch] = useSearch()
  const site = sites.find(({ id }) => id === wanted) ?? sites[0]
  const { data, error, refetch } = useQuery({
    queryKey: ['site', site?.id],
    queryFn: ({ signal }) => load(site?.id ?? '', signal),
    enabled: site !== undefined,
  })
  useTitle(t.title)
  return (
    <>
      <div className="head">
        <div>
          {site && (
            <p className="meta">
              <Link to={at(scope, 'sites')}>{t.sites}</Link> / <Link to={at(scope, 'sites', site.id)}>{site.name}</Link>
            </p>
          )}
          <h1>{t.title}</h1>
          <p className="soft">
            {t.about} {t.effect}
          </p>
          {data && <LastChange siteId={data.id} isDefault={data.payForm === undefined} />}
        </div>
        {site && sites.length > 1 && (
          <Field
            name="site"
            label={t.site}
            kind="choice"
            options={sites.map(({ id, name }) => ({ value: id, label: name }))}
            value={site.id}
            onChange={(id) => setSearch({ site: id })}
          />
        )}
      </div>
      {!site && (
        <Empty title={t.noSite}>
          <p className="soft">{t.noSiteHint}</p>
        </Empty>
      )}
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {site && !data && !error && <Loading lines={10} />}
      {data && <Builder key={data.id} site={data} />}
    </>
  )
}

function Builder({ site }: { site: Settings }) {
  const t = useTexts(formTexts)
  const gate = useGate()
  const seen = useRef(site.payForm)
  const draft = useDraft(valuesOf(site.payForm))
  const [language, setLanguage] = useState<PageLanguage>(site.language)
  const [isSaved, setSaved] = useState(false)
  const reason = useReasonField()
  const drawn = useDrawnFields()
  const payForm = formOf(draft.values)
  const theirs = async () => {
    const { payForm: now } = await load(site.id)
    seen.current = now
    return valuesOf(now)
  }
  const save = () =>
    change(site.id, { payForm, seen: { payForm: seen.current ?? null }, reason: draft.values.reason ?? '' })
  const pages = Object.entries(t.pages).map(([value, label]) => ({ value: value as keyof typeof t.pages, label }))
  return (
    <Editor
      form={
        <PageForm
          draft={draft}
          fields={[reason]}
          drawn={drawn}
          nameOf={(name) => nameHere(name, draft.values)}
          lead={(problems) => (
            <BuilderParts draft={draft} problems={problems} language={language} onLanguage={setLanguage} />
          )}
          submit={t.save}
          {...gate('sites:change')}
          save={save}
          onSaved={(saved: Settings) => {
            seen.current = saved.payForm
            draft.rebase({ ...valuesOf(saved.payForm), reason: '' }, false)
            setSaved(true)
          }}
          theirs={theirs}
        >
          {isSaved && Object.keys(draft.changed).length === 0 && <p role="status">{t.saved}</p>}
        </PageForm>
      }
      preview={
        <PagePreview
          draft={payForm}
          pages={pages}
          language={language}
          load={(wanted, signal) =>
            bodyOf(
              api.POST('/sites/{siteId}/preview', {
                params: { path: { siteId: site.id } },
                body: { payForm, ...wanted } as never,
                signal,
              }),
            )
          }
        />
      }
    />
  )
}

type PartsProps = { draft: Draft; problems: Values; language: PageLanguage; onLanguage(language: PageLanguage): void }

/** Fields, words and links; words are those of one language at a time, in which the page beside is shown. */
function BuilderParts({ draft, problems, language, onLanguage }: PartsProps) {
  const t = useTexts(formTexts)
  const languages = usePageLanguages()
  const written = languagesWritten(draft.values)
  // What is wrong is seen, in whatever language it was written.
  const wrongIn = Object.keys(problems).flatMap((name) => /\.(\w\w)$/.exec(name)?.[1] ?? [])[0]
  useEffect(() => {
    if (wrongIn !== undefined) onLanguage(wrongIn as PageLanguage)
  }, [wrongIn, onLanguage])
  const text = (field: FieldSpec) => (
    <Field
      {...field}
      value={draft.values[field.name] ?? ''}
      // It is one paragraph.
      onChange={(value) => draft.type(field.name, value.replaceAll('\n', ' '))}
      problem={problems[field.name]}
    />
  )
  const reset = () => {
    for (const [name, value] of Object.entries(valuesOf(undefined))) draft.type(name, value)
  }
  return (
    <>
      <Field
        name="wordsIn"
        label={t.wordsIn}
        kind="choice"
        options={languages.map(({ value, label }) => ({
          value,
          label: written.has(value) ? `${label} (${t.written})` : label,
        }))}
        hint={t.wordsHint}
        value={language}
        onChange={(value) => onLanguage(value as PageLanguage)}
      />
      <div>
        <h2>{t.fields}</h2>
        <p className="soft">{t.fieldsHint}</p>
      </div>
      <AskedFields draft={draft} problems={problems} language={language} />
      <h2>{t.words}</h2>
      {text({ name: wordName('title', language), label: t.formTitle, hint: t.formTitleHint })}
      {text({ name: wordName('note', language), label: t.note, hint: t.noteHint, kind: 'lines' })}
      <div>
        <h2>{t.links}</h2>
        <p className="soft">{t.linkHint}</p>
      </div>
      {pageLinks.map((name) => (
        <div key={name}>{text({ name, label: t[name] })}</div>
      ))}
      {formOf(draft.values) !== null && (
        <div>
          <Button onPress={reset}>{t.reset}</Button>
        </div>
      )}
    </>
  )
}

/** What the parts above draw themselves, as a person calls it. */
function useDrawnFields(): readonly FieldSpec[] {
  const t = useTexts(formTexts)
  const languages = usePageLanguages()
  const named = (text: string) =>
    askedIn({ fields: text })
      .map((name) => t.names[name])
      .join(', ')
  const words = languages.flatMap(({ value: language, label: inIt }) => [
    ...pageWords.map((word) => ({
      name: wordName(word, language),
      label: `${word === 'title' ? t.formTitle : t.note} (${inIt})`,
    })),
    ...fieldNames.flatMap((field) =>
      (['label', 'help'] as const).map((word) => ({
        name: fieldWordName(word, { field, language }),
        label: `${t.names[field]}: ${t[word]} (${inIt})`,
      })),
    ),
  ])
  return [
    { name: 'fields', label: t.fields, format: named },
    { name: 'required', label: t.required, format: named },
    ...words,
    ...pageLinks.map((name) => ({ name, label: t[name] })),
  ]
}

const change = (siteId: string, body: object) =>
  bodyOf(api.PATCH('/sites/{siteId}/settings', { params: { path: { siteId } }, body: body as never }))
