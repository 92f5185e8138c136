import type { TopupMessages } from './index.ts'

export const el: TopupMessages = {
  title: 'Προσθήκη χρημάτων',
  text: 'Στην επόμενη σελίδα πληρώνετε {amount} στον παραλήπτη {merchant}.',
  button: 'Συνέχεια στην πληρωμή',
}
