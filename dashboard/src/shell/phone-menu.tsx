import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import type { Scope } from '../urls.ts'
import { Nav } from './nav.tsx'

/** The sections of a scope in a sheet over the page: where there is no room for them beside it. */
export function PhoneMenu({ scope, label, onClose }: { scope: Scope; label: string; onClose: () => void }) {
  return (
    <ModalOverlay className="veil" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="sheet">
        <Dialog aria-label={label}>
          <Nav scope={scope} label={label} onFollow={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
