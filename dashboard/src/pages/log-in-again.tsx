import { useQueryClient } from '@tanstack/react-query'
import { Modal, ModalOverlay } from 'react-aria-components'
import { askMe, meKey } from '../session.tsx'
import { LoginPage } from './login.tsx'

/** The same person goes on where they were; another one begins anew, and sees nothing of what the first had read. */
export function LogInAgain({ whose }: { whose: string }) {
  const queries = useQueryClient()
  const goOn = async () => {
    const now = await askMe()
    if (now?.id !== whose || now.secondFactorMissing) return location.reload()
    queries.setQueryData(meKey, now)
    await queries.invalidateQueries()
  }
  return (
    <ModalOverlay className="veil opaque" isOpen isKeyboardDismissDisabled>
      <Modal>
        <LoginPage onDone={() => void goOn()} />
      </Modal>
    </ModalOverlay>
  )
}
