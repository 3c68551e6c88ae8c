export { createDemoOnce, type Demo, findDemo, removeDemo, resetDemo } from './demo.ts'
