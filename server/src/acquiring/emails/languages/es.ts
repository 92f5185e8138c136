import type { EmailMessages } from './index.ts'

export const es: EmailMessages = {
  subscription: 'Suscripción',
  payment: 'Pago',
  due: 'Importe pendiente',
  nextTry: 'Próximo intento',
  validUntil: 'Válida hasta',
  amountRefunded: 'Devuelto',
  manage: 'Gestionar tu suscripción',
  newCard: 'Usar otra tarjeta',

  paid: {
    subject: 'Recibo de {merchant}: {amount}',
    title: 'Gracias por tu pago',
    text: 'Has pagado {amount} a {merchant}. Este es tu recibo.',
  },
  renewed: {
    subject: 'Recibo de {merchant}: {amount}',
    title: 'Tu suscripción está pagada',
    text: '{merchant} ha cobrado {amount} por tu suscripción, como acordasteis. Este es tu recibo.',
  },
  charged: {
    subject: 'Recibo de {merchant}: {amount}',
    title: 'Gracias por tu pago',
    text: '{merchant} ha cobrado {amount} en tu tarjeta guardada, como acordasteis. Este es tu recibo.',
  },
  partPaid: {
    subject: 'Recibo de {merchant}: {amount}',
    title: 'Una parte de tu suscripción está pagada',
    text: 'En tu tarjeta no había suficiente para todo el importe, así que {merchant} ha cobrado una parte: {amount}. El resto se intentará más tarde, descontando esta parte.',
  },
  reserved: {
    subject: '{merchant} ha reservado {amount} en tu tarjeta',
    title: 'Tu importe está reservado',
    text: '{amount} están reservados en tu tarjeta para {merchant}. Todavía no se ha cobrado nada. Recibirás un recibo cuando se cobre.',
  },
  captured: {
    subject: 'Recibo de {merchant}: {amount}',
    title: 'Gracias por tu pago',
    text: '{merchant} ha cobrado {amount}, que estaban reservados en tu tarjeta. Este es tu recibo.',
    partly: 'De los {reserved} reservados solo se ha cobrado esta parte. El resto vuelve a estar disponible.',
  },
  refunded: {
    subject: '{merchant} te devuelve {amount}',
    title: 'Tu dinero está en camino',
    text: '{merchant} ha devuelto {amount} a tu tarjeta. Tu banco puede tardar unos días en mostrarlo.',
  },
  cancelled: {
    subject: '{merchant} ha anulado tu pago de {amount}',
    title: 'Tu pago está anulado',
    text: '{merchant} ha anulado tu pago de {amount}. El dinero vuelve a tu tarjeta. Tu banco puede tardar unos días en mostrarlo.',
  },
  released: {
    subject: '{merchant} ha liberado {amount} en tu tarjeta',
    title: 'No se ha cobrado nada',
    text: 'Los {amount} reservados en tu tarjeta para {merchant} vuelven a estar disponibles. No se ha cobrado nada.',
  },

  unpaid: {
    subject: 'Tu pago a {merchant} no se ha realizado',
    title: 'No se ha podido pagar tu suscripción',
    text: '{merchant} ha intentado cobrar {amount} por tu suscripción y el pago no se ha realizado.',
    noCard: 'No hay ninguna tarjeta a la que cobrar.',
    next: 'Lo intentaremos de nuevo el {date}. Si entonces la tarjeta funciona, no tienes que hacer nada.',
    last: 'Lo intentaremos por última vez el {date}. Si tampoco entonces se realiza, tu suscripción terminará.',
  },
  lastNotice: {
    subject: 'Último intento el {date}: tu suscripción en {merchant}',
    title: 'Tu suscripción está a punto de terminar',
    text: 'Todavía no se han podido cobrar {amount} por tu suscripción en {merchant}.',
  },
  help: 'Puedes usar otra tarjeta en cualquier momento: el importe pendiente se cobrará en ella enseguida.',
  helpAlone: 'Si prefieres usar otra tarjeta, díselo a {merchant}.',
  expiring: {
    subject: 'Tu tarjeta para {merchant} está a punto de caducar',
    title: 'Tu tarjeta está a punto de caducar',
    text: 'La tarjeta que paga tu suscripción en {merchant} habrá caducado cuando toque el próximo pago.',
    help: 'Danos antes una tarjeta nueva para que tu suscripción continúe.',
  },
  ending: {
    subject: 'Has cancelado tu suscripción en {merchant}',
    title: 'Tu cancelación está confirmada',
    text: 'Has cancelado tu suscripción en {merchant}. Termina el {date}: has pagado hasta entonces y puedes usarla. No se cobrará nada más.',
    keep: 'Si cambias de opinión antes de ese día, puedes deshacer la cancelación.',
    byMerchant: {
      subject: '{merchant} ha cancelado tu suscripción',
      title: 'Tu suscripción ha sido cancelada',
      text: '{merchant} ha cancelado tu suscripción. Termina el {date}: has pagado hasta entonces y puedes usarla. No se cobrará nada más.',
      lastBill: '{merchant} ha cancelado tu suscripción. Termina cuando se haga el pago de {amount} del {date}.',
    },
  },
  kept: {
    subject: 'Tu suscripción en {merchant} continúa',
    title: 'Tu suscripción continúa',
    text: 'Has deshecho la cancelación, así que tu suscripción en {merchant} continúa como antes.',
    byMerchant: '{merchant} ha deshecho la cancelación de tu suscripción, así que continúa como antes.',
  },
  ended: {
    subject: 'Tu suscripción en {merchant} ha terminado',
    title: 'Tu suscripción ha terminado',
    byShopper: 'Has cancelado tu suscripción en {merchant}. No se cobrará nada más.',
    byMerchant: '{merchant} ha terminado tu suscripción. No se cobrará nada más.',
    unpaid:
      'El último pago de tu suscripción en {merchant} no se ha realizado, así que ha terminado. No se cobrará nada más.',
    again: 'Puedes volver a suscribirte en {merchant} en cualquier momento.',
  },

  recovery: {
    subject: 'Paga {amount} a {merchant}',
    title: 'Tu pago no se ha realizado',
    text: 'Tu pago de {amount} a {merchant} fue rechazado y no se ha cobrado nada. Con este enlace puedes hacerlo de nuevo, una sola vez.',
    pay: 'Pagar ahora',
  },

  link: {
    subject: 'Tu enlace a tu suscripción en {merchant}',
    title: 'Tu nuevo enlace',
    text: 'Con este enlace gestionas tu suscripción en {merchant}: ves tus pagos, usas otra tarjeta o la terminas.',
    until: 'El enlace vale hasta el {date}. No se lo pases a nadie: quien lo tiene puede hacer lo mismo.',
    unasked: 'Si no lo has pedido tú, no tienes que hacer nada.',
  },

  invoice: {
    subject: 'Factura {number} de {merchant}',
    title: 'Tu factura',
    text: 'La factura de tu pago de {amount} a {merchant} va adjunta a este correo.',
    number: 'Número de factura',
  },
  creditNote: {
    subject: 'Factura rectificativa {number} de {merchant}',
    title: 'Tu factura rectificativa',
    text: '{merchant} te devuelve {amount}. La factura rectificativa va adjunta a este correo.',
    number: 'Número de factura rectificativa',
  },
  closing: {
    shopper: 'Recibes este correo porque se indicó esta dirección al pagar a {merchant}.',
    invoice: 'Recibes este correo porque se pidió a {merchant} que enviara el recibo a esta dirección.',
    reply: '¿Preguntas? Responde a este correo y {merchant} lo leerá.',
    noReply: 'Las respuestas a esta dirección no se leen. Si tienes alguna pregunta, dirígete a {merchant}.',
  },
}
