import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'

type DialogProps = { title: string; children: ReactNode; onClose: () => void; isBusy?: boolean }

/** On top of the page; Escape and a press beside it close it, unless something is under way. */
export function Dialog({ title, children, onClose, isBusy = false }: DialogProps) {
  return (
    <ModalOverlay
      className="veil"
      isOpen
      isDismissable={!isBusy}
      isKeyboardDismissDisabled={isBusy}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className="dialog">
        <AriaDialog aria-label={title} style={{ outline: 'none' }}>
          <section>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {children}
          </section>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
