import type { EmbeddedMessages } from './index.ts'

export const el: EmbeddedMessages = {
  frameTitle: 'Φόρμα πληρωμής',
  loading: 'Η φόρμα πληρωμής φορτώνεται…',
  unreachable: 'Η φόρμα πληρωμής δεν είναι προσβάσιμη. Ελέγξτε τη σύνδεσή σας στο διαδίκτυο και δοκιμάστε ξανά.',
  lost: 'Η σύνδεση χάθηκε. Ελέγχουμε αν η πληρωμή σας ολοκληρώθηκε. Παρακαλούμε μην πληρώσετε ξανά.',
  tryAgain: 'Δοκιμάστε ξανά',
  offline: 'Δεν είστε συνδεδεμένοι στο διαδίκτυο. Δεν στάλθηκε τίποτα· όσα γράψατε είναι ακόμη εδώ.',
  close: 'Κλείσιμο',
  bankFrame: 'Η σελίδα της τράπεζάς σας',
  bankHidden: 'Δεν βλέπετε τίποτα από την τράπεζά σας;',
  bankAlone: 'Ανοίξτε την σε ολόκληρο το παράθυρο',
  removeCards: 'Αφαίρεση αποθηκευμένης κάρτας',
  removeCard: 'Αφαίρεση',
  buttonTypes: {
    book: 'Κράτηση για {amount}',
    buy: 'Αγορά για {amount}',
    checkout: 'Ολοκλήρωση αγοράς για {amount}',
    donate: 'Δωρεά {amount}',
    order: 'Παραγγελία για {amount}',
    subscribe: 'Συνδρομή για {amount}',
    topUp: 'Ανανέωση κατά {amount}',
  },
}
