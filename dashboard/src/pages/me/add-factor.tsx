import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { createPasskey } from '../../api/passkeys.ts'
import { type Added, session, type TotpSetup } from '../../api/session.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { isProofMissing, Prove } from '../../ui/prove.tsx'
import { ErrorPanel, Loading } from '../../ui/states.tsx'
import { factorTexts } from './factor-texts.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type AddProps = { onAdded: () => void; onClose: () => void }

/** Adds a passkey: a name, and then whatever the browser asks. */
export function AddPasskey({ onAdded, onClose }: AddProps) {
  const t = useTexts(factorTexts)
  const [name, setName] = useState('')
  const adding = useMutation({
    mutationFn: async () =>
      session.addPasskey({ passkey: await createPasskey(await session.newPasskeyOptions()), name }),
    onSuccess: ({ recoveryCodes }) => recoveryCodes.length === 0 && onAdded(),
  })
  return (
    <Adding title={t.addPasskey} adding={adding} onAdded={onAdded} onClose={onClose}>
      <NameField name={name} onChange={setName} />
      <p className="soft">{t.passkeyEffect}</p>
    </Adding>
  )
}

/** Adds an authenticator app: its key as a picture, and the code that it shows then. */
export function AddApp({ onAdded, onClose }: AddProps) {
  const t = useTexts(factorTexts)
  const id = useId()
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const setup = useQuery({
    // A key is made for each opened dialog, and forgotten with it.
    queryKey: ['totp-setup', id],
    queryFn: () => session.setUpTotp(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const adding = useMutation({
    mutationFn: () => session.addTotp({ setup: setup.data!.setup, code, name }),
    onSuccess: ({ recoveryCodes }) => recoveryCodes.length === 0 && onAdded(),
  })
  if (!setup.data)
    return (
      <Dialog title={t.addApp} onClose={onClose}>
        {isProofMissing(setup.error) ? (
          <Prove onProven={() => void setup.refetch()} />
        ) : setup.error ? (
          <ErrorPanel error={setup.error} onRetry={() => void setup.refetch()} />
        ) : (
          <Loading />
        )}
      </Dialog>
    )
  const problem = adding.error instanceof ApiError ? adding.error.fields.code : undefined
  return (
    <Adding title={t.addApp} adding={adding} problem={problem} onAdded={onAdded} onClose={onClose}>
      <Key setup={setup.data} />
      <NameField name={name} onChange={setName} />
      <Field
        name="code"
        label={t.code}
        hint={t.codeHint}
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onChange={setCode}
        problem={problem}
        isRequired
      />
    </Adding>
  )
}

function Key({ setup: { qrCode, typed } }: { setup: TotpSetup }) {
  const t = useTexts(factorTexts)
  return (
    <>
      <p>{t.scan}</p>
      <img src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`} alt={t.picture} width={200} height={200} />
      <p style={{ overflowWrap: 'anywhere' }}>
        {t.key}: <code>{typed.match(/.{1,4}/g)?.join(' ')}</code> <CopyButton text={typed}>{t.copyKey}</CopyButton>
      </p>
    </>
  )
}

function NameField({ name, onChange }: { name: string; onChange(name: string): void }) {
  const t = useTexts(factorTexts)
  return <Field name="name" label={t.name} hint={t.nameHint} value={name} onChange={onChange} isRequired autoFocus />
}

type AddingProps = AddProps & {
  title: string
  adding: { mutate: () => void; error: Error | null; isPending: boolean; data: Added | undefined }
  problem?: string | undefined
  children: ReactNode
}

/** The form, then the proof if it is asked for, then the recovery codes that came with the first factor. */
function Adding({
  title,
  adding: { mutate, error, isPending, data },
  problem,
  children,
  onAdded,
  onClose,
}: AddingProps) {
  const t = useTexts(factorTexts)
  if (data)
    return (
      <Dialog title={title} onClose={onAdded}>
        <RecoveryCodes codes={data.recoveryCodes} />
        <div className="buttons">
          <Button look="main" onPress={onAdded}>
            {t.done}
          </Button>
        </div>
      </Dialog>
    )
  if (isProofMissing(error))
    return (
      <Dialog title={title} onClose={onClose}>
        <Prove onProven={mutate} />
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose} isBusy={isPending}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) mutate()
        }}
      >
        {children}
        {error && !problem && (
          <div className="notice bad" role="alert">
            {error.message}
          </div>
        )}
        <div className="buttons">
          <Button onPress={onClose}>{t.cancel}</Button>
          <Button type="submit" look="main" isPending={isPending}>
            {title}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
