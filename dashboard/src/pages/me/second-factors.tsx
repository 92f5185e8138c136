import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Factor, type Factors, session } from '../../api/session.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Time } from '../../parts/time.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import type { Action } from '../../ui/detail-page.tsx'
import { Panel } from '../../ui/facts.tsx'
import { SmallTable } from '../../ui/small-table.tsx'
import { ErrorPanel, Loading } from '../../ui/states.tsx'
import { FactorButtons } from './factor-buttons.tsx'
import { factorTexts } from './factor-texts.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** One's own passkeys, authenticator apps and recovery codes. */
export function SecondFactors() {
  const t = useTexts(factorTexts)
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({ queryKey: ['me', 'factors'], queryFn: () => session.factors() })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <Panel
        title={t.title}
        actions={<FactorButtons onAdded={() => void queries.invalidateQueries({ queryKey: ['me'] })} />}
      >
        <p className="soft">{data.factors.length === 0 ? t.none : t.about}</p>
        {data.factors.length > 0 && <FactorTable of={data} />}
      </Panel>
      {data.factors.length > 0 && (
        <Panel title={t.codes} actions={<Renew />}>
          <p>{t.codesLeft(data.recoveryCodesLeft)}</p>
        </Panel>
      )}
    </>
  )
}

function FactorTable({ of: { factors, isRequired } }: { of: Factors }) {
  const t = useTexts(factorTexts)
  const isKept = isRequired && factors.length === 1
  return (
    <SmallTable
      title={t.title}
      heads={[t.name, t.kind, t.added, t.used, { end: t.change }]}
      rows={factors.map((factor) => ({
        key: factor.id,
        cells: [
          factor.name,
          t.kinds[factor.kind],
          <Time key="added" at={factor.createdAt} how="day" />,
          factor.lastUsedAt ? <Time key="used" at={factor.lastUsedAt} /> : t.never,
          <Changes key="changes" factor={factor} isKept={isKept} />,
        ],
      }))}
    />
  )
}

function Changes({ factor: { id, name }, isKept }: { factor: Factor; isKept: boolean }) {
  const t = useTexts(factorTexts)
  const rename: Action = {
    name: 'rename',
    label: t.rename,
    spec: {
      title: `${t.rename}: ${name}`,
      fields: [{ name: 'name', label: t.name, hint: t.nameHint, first: name, isRequired: true }],
      submit: t.rename,
      run: ({ name: fresh = '' }) => session.renameFactor(id, fresh),
    },
  }
  const remove: Action = {
    name: 'remove',
    label: t.remove,
    ...(isKept && { whyNot: t.required }),
    spec: {
      title: `${t.remove}: ${name}`,
      fields: [],
      effect: t.removeEffect,
      submit: t.remove,
      isDangerous: true,
      run: () => session.removeFactor(id),
    },
  }
  return (
    <span className="actions">
      <ActionButton action={rename} /> <ActionButton action={remove} />
    </span>
  )
}

function Renew() {
  const t = useTexts(factorTexts)
  return (
    <ActionButton
      action={{
        name: 'renew',
        label: t.renew,
        spec: {
          title: t.renew,
          fields: [],
          effect: t.renewEffect,
          submit: t.renew,
          run: () => session.renewRecoveryCodes(),
          after: (made) => <RecoveryCodes codes={(made as { recoveryCodes: string[] }).recoveryCodes} />,
        },
      }}
    />
  )
}
