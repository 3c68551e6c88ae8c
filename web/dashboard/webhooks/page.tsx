import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi, useDeed } from '../api/queries.ts'
import { useNames } from '../app/navigation.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { SecretBox } from '../ui/copy.tsx'
import { Page } from '../ui/page.tsx'
import { ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointForm } from './form.tsx'
import { Health } from './health.tsx'
import { Secret } from './secret.tsx'
import { TestResult } from './test-result.tsx'
import { Verify } from './verify.tsx'

const useTexts = texts({
  en: {
    about:
      'icebot tells one address of yours what happens, as it happens: a till, a store or a CRM listens there.',
    test: 'Send test',
    secret: 'Signing secret',
  },
  ms: {
    about:
      'icebot memberitahu satu alamat anda apa yang berlaku, sebaik ia berlaku: mesin juruwang, kedai atau CRM mendengar di situ.',
    test: 'Hantar ujian',
    secret: 'Rahsia tandatangan',
  },
})

/** Attempts are made by themselves, and no event tells of them. */
const LOOK_AGAIN_MS = 10_000

export function Webhooks() {
  const words = useTexts()
  const { data, isPending, error, refetch } = useApi('GET /webhook', {})
  const [secret, setSecret] = useState<string>()
  const test = useDeed('POST /webhook/test')
  const endpoint = data?.data
  useLookAgain(Boolean(endpoint && endpoint.pending > 0))
  return (
    <Page
      title={useNames().webhooks}
      about={words.about}
      wide
      actions={
        endpoint && (
          <Button look="primary" icon="send" busy={test.isPending} onClick={() => test.mutate({})}>
            {words.test}
          </Button>
        )
      }
    >
      {secret && <SecretBox name={words.secret} secret={secret} onStored={() => setSecret(undefined)} />}
      {test.data && <TestResult delivery={test.data.data} onClose={test.reset} />}
      {isPending && <SkeletonRows rows={4} className="h-16" />}
      {error && !data && <ErrorNote error={error} retry={() => void refetch()} />}
      {endpoint && <Health endpoint={endpoint} />}
      {data && <EndpointForm key={endpoint?.created_at ?? 'new'} endpoint={endpoint} onSecret={setSecret} />}
      {endpoint && <Deliveries failed={endpoint.failed} />}
      {data && <Verify />}
      {endpoint && <Secret onSecret={setSecret} />}
    </Page>
  )
}

function useLookAgain(isWanted: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isWanted) return
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['webhook'] }), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [client, isWanted])
}
