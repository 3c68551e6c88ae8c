import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/copy.tsx'
import { Card } from '../ui/page.tsx'
import { downloadCsv } from './csv.ts'

const useTexts = texts({
  en: {
    title: 'What the file looks like',
    about:
      'The first line names the columns; only external_id and name are needed. Commas, semicolons or tabs are fine, and so are Malay column names.',
    column: 'Column',
    meaning: 'What it is',
    example: 'Example',
    caption: 'Columns of the file',
    template: 'Download template',
    needed: 'needed',
    columns: {
      external_id: 'The product’s own ID; the same ID again changes that product',
      name: 'What customers call it',
      price: 'In ringgit',
      stock: 'How many there are, or untracked',
      description: 'What the agent tells about it',
      category: 'Where it belongs',
      sku: 'Your stock code',
      image_url: 'Where its picture is',
      is_active: 'yes or no: whether the agent sells it',
      variant_external_id: 'The variant’s own ID; its line repeats the product’s external_id',
      variant_name: 'What the variant is called',
    },
    rules: [
      'An empty cell leaves what is there as it is.',
      'Variants in the file replace the variants the product had.',
      'An archived product in the file comes back.',
      'All of it comes in, or nothing.',
    ],
  },
  ms: {
    title: 'Bentuk fail',
    about:
      'Baris pertama menamakan lajur; hanya external_id dan name diperlukan. Koma, koma bertitik atau tab boleh, begitu juga nama lajur Melayu.',
    column: 'Lajur',
    meaning: 'Maksud',
    example: 'Contoh',
    caption: 'Lajur fail',
    template: 'Muat turun templat',
    needed: 'perlu',
    columns: {
      external_id: 'ID produk; ID yang sama sekali lagi mengubah produk itu',
      name: 'Nama yang dipanggil pelanggan',
      price: 'Dalam ringgit',
      stock: 'Berapa banyak yang ada, atau untracked',
      description: 'Apa yang ejen ceritakan tentangnya',
      category: 'Tempatnya',
      sku: 'Kod stok anda',
      image_url: 'Alamat gambarnya',
      is_active: 'ya atau tidak: sama ada ejen menjualnya',
      variant_external_id: 'ID varian; barisnya mengulang external_id produk',
      variant_name: 'Nama varian',
    },
    rules: [
      'Sel kosong membiarkan apa yang ada.',
      'Varian dalam fail menggantikan varian produk yang ada.',
      'Produk arkib dalam fail akan kembali.',
      'Semuanya masuk, atau tiada langsung.',
    ],
  },
})

const EXAMPLES = {
  external_id: 'kopi-o',
  name: 'Kopi O',
  price: '2.30',
  stock: '40',
  description: 'Black coffee with sugar',
  category: 'Drinks',
  sku: 'KO-1',
  image_url: 'https://example.com/kopi.jpg',
  is_active: 'yes',
  variant_external_id: 'kopi-o-ais',
  variant_name: 'Ais',
} as const
type Column = keyof typeof EXAMPLES
const NEEDED: Column[] = ['external_id', 'name']

const EXAMPLE = `external_id,name,price,stock,category,variant_external_id,variant_name
kaya-toast,Kaya toast,3.80,untracked,Food,,
kopi-o,Kopi O,2.30,,Drinks,,
kopi-o,,2.30,40,,kopi-o-panas,Panas
kopi-o,,2.80,40,,kopi-o-ais,Ais`

const TEMPLATE = [
  [
    'external_id',
    'name',
    'price',
    'stock',
    'description',
    'category',
    'sku',
    'image_url',
    'is_active',
  ].concat('variant_external_id', 'variant_name'),
  ['kaya-toast', 'Kaya toast', '3.80', 'untracked', 'Two slices with butter', 'Food', '', '', 'yes', '', ''],
  ['kopi-o', 'Kopi O', '2.30', '', 'Black coffee with sugar', 'Drinks', '', '', '', '', ''],
  ['kopi-o', '', '2.30', '40', '', '', 'KO-H', '', '', 'kopi-o-panas', 'Panas'],
  ['kopi-o', '', '2.80', '40', '', '', 'KO-C', '', '', 'kopi-o-ais', 'Ais'],
]

export function ColumnsGuide() {
  const words = useTexts()
  const cell = 'px-3 py-1.5 align-top'
  return (
    <Card
      title={words.title}
      about={words.about}
      actions={
        <Button icon="download" onClick={() => downloadCsv('products.csv', TEMPLATE)}>
          {words.template}
        </Button>
      }
    >
      <CodeBlock text={EXAMPLE} />
      <ul className="list-disc pl-5 text-sm">
        {words.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{words.caption}</caption>
        <thead>
          <tr className="border-b text-left text-xs text-quiet">
            <th scope="col" className={`${cell} font-medium`}>
              {words.column}
            </th>
            <th scope="col" className={`${cell} font-medium`}>
              {words.meaning}
            </th>
            <th scope="col" className={`${cell} font-medium max-sm:hidden`}>
              {words.example}
            </th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(EXAMPLES) as Column[]).map((column) => (
            <tr key={column} className="border-b last:border-b-0">
              <th scope="row" className={`${cell} whitespace-nowrap text-left font-mono text-xs font-medium`}>
                {column}
                {NEEDED.includes(column) && (
                  <span className="block font-sans font-normal text-quiet">{words.needed}</span>
                )}
              </th>
              <td className={cell}>{words.columns[column]}</td>
              <td className={`${cell} font-mono text-xs text-quiet wrap-anywhere max-sm:hidden`}>
                {EXAMPLES[column]}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
