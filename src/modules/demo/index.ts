export { createDemoOnce, type Demo, findDemo, removeDemo, resetDemo } from './demo.ts'
export { allowDemoOn, mountDemo } from './page.ts'
