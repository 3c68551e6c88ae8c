import base from './base.css?inline'
import cards from './cards.css?inline'
import composer from './composer.css?inline'
import launcher from './launcher.css?inline'
import panel from './panel.css?inline'
import screen from './screen.css?inline'
import thread from './thread.css?inline'

/** The last one changes the others for small screens and for what people asked of their system. */
export const css = [base, launcher, panel, thread, cards, composer, screen].join('')
