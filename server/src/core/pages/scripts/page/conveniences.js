import { show } from './card-fields.js'

// What makes a page handier around its form.

// A file that is too large is not sent in vain, and a picture is shown. Of a camera and a folder the later one counts.
export function lookAtFiles() {
  const inputs = [...document.querySelectorAll('input[data-bytes-max]')]
  for (const input of inputs) {
    input.addEventListener('change', () => {
      for (const other of inputs) if (other !== input) other.value = ''
      for (const each of inputs) show(each, isTooLarge(each) ? each.dataset.tooLarge : '')
      const { form, files } = input
      const preview = form.querySelector('.preview')
      preview.hidden = true
      if (!files[0] || isTooLarge(input) || !files[0].type.startsWith('image/')) return
      const reader = new FileReader()
      reader.onload = () => {
        preview.src = reader.result
        preview.hidden = false
      }
      reader.readAsDataURL(files[0])
    })
  }
  inputs[0]?.form.addEventListener('submit', (event) => {
    const wrong = inputs.find(isTooLarge)
    if (!wrong) return
    event.preventDefault()
    wrong.focus()
  })
}

function isTooLarge({ files, dataset }) {
  return files.length > 0 && files[0].size > Number(dataset.bytesMax)
}

// Where the order is above the form it is folded, so that the form is near.
export function foldOrder() {
  const order = document.querySelector('details.of-order')
  if (!order) return
  const isBeside = matchMedia('(min-width: 60rem)')
  order.open = isBeside.matches
  isBeside.addEventListener('change', () => (order.open = isBeside.matches))
}

export function offerPrinting() {
  for (const button of document.querySelectorAll('[data-print]')) {
    button.hidden = false
    button.addEventListener('click', () => print())
  }
}

export function closeMenus() {
  const menus = [...document.querySelectorAll('details.tongues')]
  addEventListener('click', ({ target }) => {
    for (const menu of menus) if (!menu.contains(target)) menu.open = false
  })
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    for (const menu of menus) {
      if (menu.open) menu.querySelector('summary').focus()
      menu.open = false
    }
  })
}
