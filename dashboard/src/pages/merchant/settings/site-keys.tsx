import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { formatTime, Time, useZone } from '../../../parts/time.tsx'
import { useMay, useMe } from '../../../session.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import type { Action } from '../../../ui/detail-page.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { ShownSecret } from '../../../ui/shown-secret.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { sending, useGate, useWaiting } from '../../common/acting.tsx'

const texts = {
  en: {
    keys: 'Private keys',
    about: 'Your server signs with a private key. Make a new one when somebody else may have seen it.',
    both: (until: string) => `Two keys are valid: put the new one on your server. The older one ends ${until}.`,
    key: 'Key',
    status: 'Status',
    valid: 'Valid',
    ending: 'Valid until it ends',
    ended: 'Ended',
    made: 'Made',
    used: 'First used',
    unused: 'Not yet',
    ends: 'Ends',
    never: 'No end',
    actions: 'Actions',
    make: 'Make a new key',
    makeEffect: 'The new key is shown once, in the next step. Any key that is older than the one before it ends now.',
    overlap: 'The key before it stays valid for',
    now: 'No time: it ends now',
    hour: '1 hour',
    day: '1 day',
    week: '7 days',
    once: 'This is the new key. Copy it to your server before you close this.',
    copy: 'Copy the key',
    before: (when: string) => `The key before it stays valid until ${when}.`,
    reveal: 'Show',
    revealEffect: 'You see it for half a minute. The audit log keeps that you have read it, and why.',
    shown: (id: string) => `Private key ${id}`,
    revoke: 'End now',
    revokeEffect: 'Every request with this key is refused from now on.',
    current: 'This is the newest key. Make a new one first.',
  },
  ro: {
    keys: 'Chei private',
    about: 'Serverul tău semnează cu o cheie privată. Fă una nouă dacă poate a văzut-o altcineva.',
    both: (until: string) => `Sunt valabile două chei: pune-o pe cea nouă pe server. Cea veche se încheie ${until}.`,
    key: 'Cheia',
    status: 'Stare',
    valid: 'Valabilă',
    ending: 'Valabilă până se încheie',
    ended: 'Încheiată',
    made: 'Făcută',
    used: 'Folosită prima dată',
    unused: 'Încă nu',
    ends: 'Se încheie',
    never: 'Fără sfârșit',
    actions: 'Acțiuni',
    make: 'Fă o cheie nouă',
    makeEffect:
      'Cheia nouă se arată o singură dată, în pasul următor. Orice cheie mai veche decât cea dinaintea ei se încheie acum.',
    overlap: 'Cheia dinaintea ei mai este valabilă',
    now: 'Deloc: se încheie acum',
    hour: '1 oră',
    day: '1 zi',
    week: '7 zile',
    once: 'Aceasta este cheia nouă. Copiaz-o pe server înainte să închizi.',
    copy: 'Copiază cheia',
    before: (when: string) => `Cheia dinaintea ei este valabilă până la ${when}.`,
    reveal: 'Arată',
    revealEffect: 'O vezi o jumătate de minut. Jurnalul de audit păstrează că ai citit-o și de ce.',
    shown: (id: string) => `Cheia privată ${id}`,
    revoke: 'Încheie acum',
    revokeEffect: 'De acum orice cerere cu această cheie este refuzată.',
    current: 'Aceasta este cea mai nouă cheie. Fă întâi una nouă.',
  },
} satisfies Texts<unknown>

type Key = Reply<'listSiteKeys'>['keys'][number]

/** The private keys of a site: which are valid until when, a new one, and one shown again. */
export function SiteKeys({ siteId }: { siteId: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const { zone } = useZone()
  const now = Date.parse(useMe().now)
  const { data, error, refetch } = useQuery({
    queryKey: ['site', siteId, 'keys'],
    queryFn: ({ signal }) => bodyOf(api.GET('/sites/{siteId}/keys', { params: { path: { siteId } }, signal })),
    enabled: may('keys:read'),
  })
  if (!may('keys:read')) return null
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const isValid = ({ endsAt }: Key) => endsAt === undefined || Date.parse(endsAt) > now
  const ending = data.keys.find((key) => key.endsAt !== undefined && isValid(key))
  return (
    <Panel title={t.keys} actions={<MakeKey siteId={siteId} />}>
      <p className="soft">
        {ending?.endsAt ? t.both(formatTime(document.documentElement.lang, zone, ending.endsAt, 'full')) : t.about}
      </p>
      <SmallTable
        title={t.keys}
        heads={[t.key, t.status, t.made, t.used, t.ends, { end: t.actions }]}
        rows={data.keys.map((key) => ({
          key: key.id,
          cells: [
            key.id,
            <Badge key="status" tone={isValid(key) ? (key.endsAt ? 'wait' : 'good') : 'neutral'}>
              {isValid(key) ? (key.endsAt ? t.ending : t.valid) : t.ended}
            </Badge>,
            <Time key="made" at={key.createdAt} />,
            key.usedAt ? <Time key="used" at={key.usedAt} /> : t.unused,
            key.endsAt ? <Time key="ends" at={key.endsAt} /> : t.never,
            isValid(key) && <KeyActions key="actions" siteId={siteId} of={key} />,
          ],
        }))}
      />
    </Panel>
  )
}

function MakeKey({ siteId }: { siteId: string }) {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  const { zone } = useZone()
  return (
    <ActionButton
      action={{
        name: 'make',
        label: t.make,
        ...gate('keys:rotate'),
        spec: {
          title: t.make,
          fields: [
            {
              name: 'overlap',
              label: t.overlap,
              kind: 'choice',
              first: 'PT24H',
              options: [
                { value: 'PT24H', label: t.day },
                { value: 'PT1H', label: t.hour },
                { value: 'PT168H', label: t.week },
                { value: 'PT0S', label: t.now },
              ],
            },
            reason,
          ],
          effect: t.makeEffect,
          submit: t.make,
          run: (values, key) => bodyOf(api.POST('/sites/{siteId}/keys', sending({ siteId }, values, key))),
          after: (made) => {
            const { privateKey, previousUntil } = made as Reply<'rotateSiteKey'>
            return (
              <>
                <div className="notice wait">
                  <strong>{t.once}</strong>
                  <code style={{ overflowWrap: 'anywhere' }}>{privateKey}</code>
                  <CopyButton text={privateKey}>{t.copy}</CopyButton>
                </div>
                <p className="soft">
                  {t.before(formatTime(document.documentElement.lang, zone, previousUntil, 'full'))}
                </p>
              </>
            )
          },
        },
      }}
    />
  )
}

function KeyActions({ siteId, of: { id: keyId, endsAt } }: { siteId: string; of: Key }) {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  const waiting = useWaiting()
  const reveal: Action = {
    name: 'reveal',
    label: t.reveal,
    ...gate('keys:reveal'),
    spec: {
      title: t.shown(keyId),
      fields: [reason],
      effect: t.revealEffect,
      submit: t.reveal,
      run: (values, key) =>
        bodyOf(api.POST('/sites/{siteId}/keys/{keyId}/reveal', sending({ siteId, keyId }, values, key))),
      after: (made) =>
        waiting(made) ?? <ShownSecret title={t.shown(keyId)} secret={(made as Reply<'revealSiteKey'>).privateKey} />,
    },
  }
  const revoke: Action = {
    name: 'revoke',
    label: t.revoke,
    ...(endsAt === undefined && { whyNot: t.current }),
    ...gate('keys:revoke'),
    spec: {
      title: `${t.revoke}: ${keyId}`,
      fields: [reason],
      effect: t.revokeEffect,
      submit: t.revoke,
      isDangerous: true,
      run: (values, key) =>
        bodyOf(api.POST('/sites/{siteId}/keys/{keyId}/revoke', sending({ siteId, keyId }, values, key))),
    },
  }
  return (
    <span className="actions">
      <ActionButton action={reveal} /> <ActionButton action={revoke} />
    </span>
  )
}
