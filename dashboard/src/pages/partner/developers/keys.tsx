import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, bodyOf } from '../../../api/client.ts'
import { useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { formatTime, Time, useZone } from '../../../parts/time.tsx'
import { useMe } from '../../../session.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { sending, useGate } from '../../common/acting.tsx'
import { usePartner } from '../partner.ts'
import { common } from '../words.ts'
import { keyTexts } from './texts.ts'

export default function Keys() {
  const t = useTexts(keyTexts)
  useTitle(t.title)
  return (
    <>
      <h1>{t.title}</h1>
      <ApiKeys />
      <SigningKeys />
    </>
  )
}

type Key = { id: string; createdAt: string; expiresAt?: string | undefined; activatedAt?: string | undefined }

/** Whether a key has no end, or ends later by the clock of the installation. */
function useIsValid(): (key: Key) => boolean {
  const now = Date.parse(useMe().now)
  return ({ expiresAt }) => expiresAt === undefined || Date.parse(expiresAt) > now
}

function useOverlapField() {
  const t = useTexts(keyTexts)
  return {
    name: 'overlap',
    label: t.overlap,
    kind: 'choice' as const,
    first: 'PT24H',
    options: [
      { value: 'PT1H', label: t.hour },
      { value: 'PT24H', label: t.day },
      { value: 'PT168H', label: t.week },
    ],
  }
}

/** The one time that a key is shown. */
function useShownOnce(): (key: string, previousUntil: string) => ReactNode {
  const t = useTexts(keyTexts)
  const { zone } = useZone()
  return (key, until) => (
    <>
      <div className="notice wait">
        <strong>{t.once}</strong>
        <code>{key}</code>
        <CopyButton text={key}>{t.copy}</CopyButton>
      </div>
      <p className="soft">{t.before(formatTime(document.documentElement.lang, zone, until, 'full'))}</p>
    </>
  )
}

function ApiKeys() {
  const t = useTexts(keyTexts)
  const isValid = useIsValid()
  const gate = useGate()
  const reason = useReasonField()
  const overlap = useOverlapField()
  const shownOnce = useShownOnce()
  const { partnerId } = usePartner()
  const { data, error, refetch } = useQuery({
    queryKey: ['partner', partnerId, 'api-keys'],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/partners/{partnerId}/api-keys', { params: { path: { partnerId }, query: { size: 100 } }, signal }),
      ),
  })
  const make = {
    name: 'make',
    label: t.makeApi,
    ...gate('partners:change'),
    spec: {
      title: t.makeApi,
      fields: [overlap, reason],
      effect: `${t.makeEffect} ${t.olderEnd}`,
      submit: t.makeApi,
      run: (values: object, key: string) =>
        bodyOf(api.POST('/partners/{partnerId}/api-keys', sending({ partnerId }, values, key))),
      after: (made: unknown) => {
        const { apiKey, previousUntil } = made as { apiKey: string; previousUntil: string }
        return shownOnce(apiKey, previousUntil)
      },
    },
  }
  const revoke = (keyId: string, index: number) => ({
    name: 'revoke',
    label: t.revoke,
    ...(index === 0 && { whyNot: t.newest }),
    ...gate('partners:change'),
    spec: {
      title: `${t.revoke}: ${keyId}`,
      fields: [reason],
      effect: t.revokeEffect,
      submit: t.revoke,
      isDangerous: true,
      run: (values: object, key: string) =>
        bodyOf(api.POST('/partners/{partnerId}/api-keys/{keyId}/revoke', sending({ partnerId, keyId }, values, key))),
    },
  })
  return (
    <Panel title={t.apiKeys} actions={<ActionButton action={make} />}>
      <p className="soft">{t.apiAbout}</p>
      {error && !data ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : !data && <Loading lines={3} />}
      {data && (
        <KeyTable
          title={t.apiKeys}
          keys={data.data}
          last={(key, index) => isValid(key) && <ActionButton action={revoke(key.id, index)} />}
        />
      )}
    </Panel>
  )
}

function SigningKeys() {
  const t = useTexts(keyTexts)
  const gate = useGate()
  const reason = useReasonField()
  const overlap = useOverlapField()
  const shownOnce = useShownOnce()
  const { partnerId } = usePartner()
  const { data, error, refetch } = useQuery({
    queryKey: ['partner', partnerId, 'signing-keys'],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/partners/{partnerId}/signing-keys', {
          params: { path: { partnerId }, query: { size: 100 } },
          signal,
        }),
      ),
  })
  const isActive = data?.data[0]?.activatedAt !== undefined
  const make = {
    name: 'make',
    label: t.makeSigning,
    ...gate('partners:change'),
    spec: {
      title: t.makeSigning,
      fields: [overlap, reason],
      effect: t.makeEffect,
      submit: t.makeSigning,
      run: (values: object, key: string) =>
        bodyOf(api.POST('/partners/{partnerId}/signing-keys', sending({ partnerId }, values, key))),
      after: (made: unknown) => {
        const { signingKey, previousUntil } = made as { signingKey: string; previousUntil: string }
        return shownOnce(signingKey, previousUntil)
      },
    },
  }
  const activate = {
    name: 'activate',
    label: t.activate,
    ...(isActive && { whyNot: t.already }),
    ...gate('partners:change'),
    spec: {
      title: t.activate,
      fields: [reason],
      effect: t.activateEffect,
      submit: t.activate,
      run: (values: object, key: string) =>
        bodyOf(api.POST('/partners/{partnerId}/signing-keys/activate', sending({ partnerId }, values, key))),
    },
  }
  const actions = (
    <span className="actions">
      <ActionButton action={make} /> <ActionButton action={activate} />
    </span>
  )
  return (
    <Panel title={t.signingKeys} actions={actions}>
      <p className="soft">{t.signingAbout}</p>
      {error && !data ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : !data && <Loading lines={3} />}
      {data && (
        <KeyTable
          title={t.signingKeys}
          keys={data.data}
          head={t.signs}
          last={({ activatedAt }) => (activatedAt ? <Time at={activatedAt} /> : <Badge tone="wait">{t.waits}</Badge>)}
        />
      )}
    </Panel>
  )
}

type KeyTableProps = {
  title: string
  keys: readonly Key[]
  head?: string
  last(key: Key, index: number): ReactNode
}

function KeyTable({ title, keys, head = '', last }: KeyTableProps) {
  const t = useTexts(keyTexts)
  const isValid = useIsValid()
  const c = useTexts(common)
  if (keys.length === 0) return <p className="soft">{t.none}</p>
  return (
    <SmallTable
      title={title}
      heads={[t.key, c.status, c.created, t.ends, head || t.revoke]}
      rows={keys.map((key, index) => ({
        key: key.id,
        cells: [
          key.id,
          <Badge key="status" tone={isValid(key) ? 'good' : 'neutral'}>
            {isValid(key) ? t.valid : t.ended}
          </Badge>,
          <Time key="created" at={key.createdAt} />,
          key.expiresAt && (
            <span key="ends">
              <span className="unseen">{t.ends}</span> <Time at={key.expiresAt} />
            </span>
          ),
          last(key, index),
        ],
      }))}
    />
  )
}
