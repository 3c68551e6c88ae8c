// Generated from the routes in src/modules/manage by "npm run generate"; do not edit.

export interface Contract {
  'POST /session': {
    params: undefined
    query: undefined
    body: { email: string; password: string }
    answer: { data: { user: { id: string; email: string; role: 'owner' | 'member' }; workspace_id: string } }
  }
  'GET /session/forgot': {
    params: undefined
    query: undefined
    body: undefined
    answer: { data: { mail: boolean } }
  }
  'POST /session/forgot': {
    params: undefined
    query: undefined
    body: { email: string }
    answer: { data: { accepted: true } }
  }
  'GET /me': {
    params: undefined
    query: undefined
    body: undefined
    answer: { data: { user: { id: string; email: string; role: 'owner' | 'member' }; workspace_id: string } }
  }
  'GET /sessions': {
    params: undefined
    query: undefined
    body: undefined
    answer: { data: Array<{ id: string; user_agent: string | null; created_at: string; expires_at: string; current: boolean }> }
  }
  'POST /password': {
    params: undefined
    query: undefined
    body: { current: string; password: string }
    answer: { data: { signed_out: number } }
  }
  'DELETE /session': {
    params: undefined
    query: undefined
    body: undefined
    answer: undefined
  }
  'DELETE /sessions/:id': {
    params: { id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  'GET /overview': {
    params: undefined
    query: { from?: string | undefined; to?: string | undefined; agent_id?: string | undefined }
    body: undefined
    answer: { data: { from: string; to: string; conversations: number; new_conversations: number; by_outcome: { order_placed: number; answered: number; handed_over: number; no_reply: number; ongoing: number }; by_channel: Record<string, number>; orders: number; paid_orders: number; revenue: number; calls: { placed: number; received: number; answered: number; seconds: number }; by_day: Array<{ date: string; conversations: number; orders: number; revenue: number }>; setup: { products: boolean; allowed_domain: boolean; snippet_seen: boolean; webhook: boolean } } }
  }
  'POST /agents/:agent_id/inbound': {
    params: { agent_id: string }
    query: undefined
    body: { channel: string; external_user_id: string; name?: string | null | undefined; phone?: string | null | undefined; text: string; external_message_id?: string | null | undefined }
    answer: { conversation_id: string; message: { id: string; role: 'user' | 'assistant'; content: string; channel: string; created_at: string }; replies: Array<{ id: string; role: 'user' | 'assistant'; content: string; channel: string; created_at: string }> }
  }
  'GET /conversations': {
    params: undefined
    query: { limit?: number | undefined; status?: 'open' | 'pending' | 'closed' | undefined; channel?: string | undefined; cursor?: string | undefined; agent_id?: string | undefined; handler?: 'ai' | 'human' | undefined; label?: string | undefined; q?: string | undefined }
    body: undefined
    answer: { data: Array<{ id: string; channel: string; status: 'open' | 'pending' | 'closed'; labels: Array<string>; summary: string | null; customer: { name: string | null; phone: string | null }; last_message_at: string | null; created_at: string; agent_id: string; handler: 'ai' | 'human'; outcome: 'order_placed' | 'answered' | 'handed_over' | 'no_reply' | null; suggested_labels: Array<string>; preview: { role: 'user' | 'assistant'; author: 'customer' | 'agent' | 'team'; content: string } | null }>; hasMore: boolean; next_cursor: string | null }
  }
  'GET /conversations/facets': {
    params: undefined
    query: undefined
    body: undefined
    answer: { data: { channels: Array<string>; labels: Array<string> } }
  }
  'GET /conversations/:id': {
    params: { id: string }
    query: undefined
    body: undefined
    answer: { data: { id: string; channel: string; status: 'open' | 'pending' | 'closed'; labels: Array<string>; summary: string | null; customer: { name: string | null; phone: string | null }; last_message_at: string | null; created_at: string; agent_id: string; handler: 'ai' | 'human'; outcome: 'order_placed' | 'answered' | 'handed_over' | 'no_reply' | null; suggested_labels: Array<string>; preview: { role: 'user' | 'assistant'; author: 'customer' | 'agent' | 'team'; content: string } | null } }
  }
  'PATCH /conversations/:id': {
    params: { id: string }
    query: undefined
    body: { status?: 'open' | 'pending' | 'closed' | undefined; labels?: Array<string> | undefined; handler?: 'ai' | 'human' | undefined }
    answer: { data: { id: string; channel: string; status: 'open' | 'pending' | 'closed'; labels: Array<string>; summary: string | null; customer: { name: string | null; phone: string | null }; last_message_at: string | null; created_at: string; agent_id: string; handler: 'ai' | 'human'; outcome: 'order_placed' | 'answered' | 'handed_over' | 'no_reply' | null; suggested_labels: Array<string> } }
  }
  'GET /conversations/:id/thread': {
    params: { id: string }
    query: { limit?: number | undefined; earlier?: string | undefined }
    body: undefined
    answer: { data: { messages: Array<{ id: string; role: 'user' | 'assistant'; content: string; channel: string; created_at: string; author: { kind: 'customer' | 'agent' | 'team'; id: string | null } }>; notes: Array<{ id: string; conversation_id: string; body: string; author: { kind: string; id: string | null }; created_at: string }>; actions: Array<{ id: string; tool: string; input: unknown; result: unknown; created_at: string }>; earlier: string | null } }
  }
  'GET /conversations/:id/messages': {
    params: { id: string }
    query: { limit?: number | undefined; before?: string | undefined }
    body: undefined
    answer: { data: Array<{ id: string; role: 'user' | 'assistant'; content: string; channel: string; created_at: string }>; hasMore: boolean }
  }
  'POST /conversations/:id/messages': {
    params: { id: string }
    query: undefined
    body: { content: string }
    answer: { data: { id: string; role: 'user' | 'assistant'; content: string; channel: string; created_at: string } }
  }
  'GET /conversations/:id/actions': {
    params: { id: string }
    query: { limit?: number | undefined; after?: string | undefined }
    body: undefined
    answer: { data: Array<{ id: string; tool: string; input: unknown; result: unknown; created_at: string }>; hasMore: boolean }
  }
  'GET /conversations/:id/notes': {
    params: { id: string }
    query: undefined
    body: undefined
    answer: { data: Array<{ id: string; conversation_id: string; body: string; author: { kind: string; id: string | null }; created_at: string }> }
  }
  'POST /conversations/:id/notes': {
    params: { id: string }
    query: undefined
    body: { body: string }
    answer: { data: { id: string; conversation_id: string; body: string; author: { kind: string; id: string | null }; created_at: string } }
  }
  'POST /agents/:agent_id/orders': {
    params: { agent_id: string }
    query: undefined
    body: { channel?: string | null | undefined; conversation_id?: string | null | undefined; customer: { name: string; phone: string }; lines: Array<{ source?: 'api' | 'store_type_a' | 'store_type_b' | undefined; product_external_id: string | number; variant_external_id?: null | string | number | undefined; quantity: number; special_instructions?: string | null | undefined }> }
    answer: { data: { id: string; bot_id: string; order_number: string; status: 'pending_payment' | 'paid' | 'cancelled' | 'refunded'; channel: string; items: Array<{ name: string; quantity: number; unitPriceSen: number; specialInstructions: string | null; productId: string | null; variantId: string | null }>; subtotal: number; total: number; currency: 'MYR'; conversation_id: string | null; customer: { name: string; phone: string }; payment_url: string | null; payment_expires_at: string; expired: boolean; paid_at: string | null; external_id: string | null; created_at: string } }
  }
  'GET /orders': {
    params: undefined
    query: { status?: 'pending_payment' | 'paid' | 'cancelled' | 'refunded' | undefined; agent_id?: string | undefined; conversation_id?: string | undefined; number?: string | undefined; attention?: '1' | undefined; unhandled?: '1' | undefined; cursor?: string | undefined; limit?: number | undefined }
    body: undefined
    answer: { data: Array<{ id: string; order_number: string; status: 'pending_payment' | 'paid' | 'cancelled' | 'refunded'; channel: string; currency: 'MYR'; subtotal: number; total: number; created_at: string; external_id: string | null; external_status: string | null; customer: { name: string; phone: string }; lines: Array<{ name: string; quantity: number; unit_price: number; special_instructions: string | null; product_id: string | null; variant_id: string | null; product_external_id: string | null; variant_external_id: string | null; sku: string | null; stock: 'held' | 'taken' | 'free' }>; agent_id: string; conversation_id: string | null; payment_url: string | null; payment_expires_at: string; expired: boolean; paid_at: string | null; acknowledged_at: string | null; attention: 'stock_short' | 'paid_twice' | 'paid_after_refund' | 'wrong_amount' | 'refund_failed' | null }>; hasMore: boolean; next_cursor: string | null }
  }
  'GET /orders/:id': {
    params: { id: string }
    query: undefined
    body: undefined
    answer: { data: { id: string; order_number: string; status: 'pending_payment' | 'paid' | 'cancelled' | 'refunded'; channel: string; currency: 'MYR'; subtotal: number; total: number; created_at: string; external_id: string | null; external_status: string | null; customer: { name: string; phone: string }; lines: Array<{ name: string; quantity: number; unit_price: number; special_instructions: string | null; product_id: string | null; variant_id: string | null; product_external_id: string | null; variant_external_id: string | null; sku: string | null; stock: 'held' | 'taken' | 'free' }>; agent_id: string; conversation_id: string | null; payment_url: string | null; payment_expires_at: string; expired: boolean; paid_at: string | null; acknowledged_at: string | null; attention: 'stock_short' | 'paid_twice' | 'paid_after_refund' | 'wrong_amount' | 'refund_failed' | null; history: Array<{ action: string; status: 'pending_payment' | 'paid' | 'cancelled' | 'refunded'; actor: { kind: string; id: string | null }; detail: Record<string, unknown>; created_at: string }> } }
  }
  'POST /orders/:id/handled': {
    params: { id: string }
    query: undefined
    body: undefined
    answer: { data: { id: string; order_number: string; status: 'pending_payment' | 'paid' | 'cancelled' | 'refunded'; channel: string; currency: 'MYR'; subtotal: number; total: number; created_at: string; external_id: string | null; external_status: string | null; customer: { name: string; phone: string }; lines: Array<{ name: string; quantity: number; unit_price: number; special_instructions: string | null; product_id: string | null; variant_id: string | null; product_external_id: string | null; variant_external_id: string | null; sku: string | null; stock: 'held' | 'taken' | 'free' }>; agent_id: string; conversation_id: string | null; payment_url: string | null; payment_expires_at: string; expired: boolean; paid_at: string | null; acknowledged_at: string | null; attention: 'stock_short' | 'paid_twice' | 'paid_after_refund' | 'wrong_amount' | 'refund_failed' | null } }
  }
  'POST /orders/:id/cancel': {
    params: { id: string }
    query: undefined
    body: undefined
    answer: { data: { id: string; order_number: string; status: 'pending_payment' | 'paid' | 'cancelled' | 'refunded'; channel: string; currency: 'MYR'; subtotal: number; total: number; created_at: string; external_id: string | null; external_status: string | null; customer: { name: string; phone: string }; lines: Array<{ name: string; quantity: number; unit_price: number; special_instructions: string | null; product_id: string | null; variant_id: string | null; product_external_id: string | null; variant_external_id: string | null; sku: string | null; stock: 'held' | 'taken' | 'free' }>; agent_id: string; conversation_id: string | null; payment_url: string | null; payment_expires_at: string; expired: boolean; paid_at: string | null; acknowledged_at: string | null; attention: 'stock_short' | 'paid_twice' | 'paid_after_refund' | 'wrong_amount' | 'refund_failed' | null } }
  }
  'POST /orders/:id/refund': {
    params: { id: string }
    query: undefined
    body: undefined
    answer: { data: { id: string; order_number: string; status: 'pending_payment' | 'paid' | 'cancelled' | 'refunded'; channel: string; currency: 'MYR'; subtotal: number; total: number; created_at: string; external_id: string | null; external_status: string | null; customer: { name: string; phone: string }; lines: Array<{ name: string; quantity: number; unit_price: number; special_instructions: string | null; product_id: string | null; variant_id: string | null; product_external_id: string | null; variant_external_id: string | null; sku: string | null; stock: 'held' | 'taken' | 'free' }>; agent_id: string; conversation_id: string | null; payment_url: string | null; payment_expires_at: string; expired: boolean; paid_at: string | null; acknowledged_at: string | null; attention: 'stock_short' | 'paid_twice' | 'paid_after_refund' | 'wrong_amount' | 'refund_failed' | null } }
  }
  'GET /customers': {
    params: undefined
    query: { q?: string | undefined; cursor?: string | undefined; limit?: number | undefined }
    body: undefined
    answer: { data: Array<{ key: string; name: string | null; phone: string | null; channels: Array<string>; conversations: number; orders: number; spent: number; first_seen_at: string; last_activity_at: string }>; hasMore: boolean; next_cursor: string | null }
  }
  'GET /customers/:key': {
    params: { key: string }
    query: undefined
    body: undefined
    answer: { data: { key: string; name: string | null; phone: string | null; channels: Array<string>; conversations: number; orders: number; spent: number; first_seen_at: string; last_activity_at: string; do_not_call: boolean; opted_out: boolean } }
  }
  'GET /customers/:key/conversations': {
    params: { key: string }
    query: { cursor?: string | undefined; limit?: number | undefined }
    body: undefined
    answer: { data: Array<{ id: string; channel: string; status: 'open' | 'pending' | 'closed'; labels: Array<string>; summary: string | null; customer: { name: string | null; phone: string | null }; last_message_at: string | null; created_at: string; agent_id: string; handler: 'ai' | 'human'; outcome: 'order_placed' | 'answered' | 'handed_over' | 'no_reply' | null; suggested_labels: Array<string>; preview: { role: 'user' | 'assistant'; author: 'customer' | 'agent' | 'team'; content: string } | null }>; hasMore: boolean; next_cursor: string | null }
  }
  'GET /customers/:key/orders': {
    params: { key: string }
    query: { cursor?: string | undefined; limit?: number | undefined }
    body: undefined
    answer: { data: Array<{ id: string; order_number: string; status: 'pending_payment' | 'paid' | 'cancelled' | 'refunded'; channel: string; currency: 'MYR'; subtotal: number; total: number; created_at: string; external_id: string | null; external_status: string | null; customer: { name: string; phone: string }; lines: Array<{ name: string; quantity: number; unit_price: number; special_instructions: string | null; product_id: string | null; variant_id: string | null; product_external_id: string | null; variant_external_id: string | null; sku: string | null; stock: 'held' | 'taken' | 'free' }>; agent_id: string; conversation_id: string | null; payment_url: string | null; payment_expires_at: string; expired: boolean; paid_at: string | null; acknowledged_at: string | null; attention: 'stock_short' | 'paid_twice' | 'paid_after_refund' | 'wrong_amount' | 'refund_failed' | null }>; hasMore: boolean; next_cursor: string | null }
  }
  'GET /customers/:key/export': {
    params: { key: string }
    query: undefined
    body: undefined
    answer: { data: { customer: { key: string; name: string | null; phone: string | null; channels: Array<string>; conversations: number; orders: number; spent: number; first_seen_at: string; last_activity_at: string }; conversations: Array<unknown>; orders: Array<unknown>; calls: Array<unknown>; texts: Array<unknown>; do_not_call: boolean; opted_out: boolean } }
  }
  'POST /customers/:key/erase': {
    params: { key: string }
    query: undefined
    body: undefined
    answer: { data: { conversations: number; messages: number; calls: number; recordings: number; orders: number; texts: number; deliveries: number } }
  }
  'GET /calls': {
    params: undefined
    query: { status?: 'dialing' | 'in_progress' | 'completed' | 'no_answer' | 'busy' | 'failed' | 'cancelled' | undefined; direction?: 'outbound' | 'inbound' | undefined; agent_id?: string | undefined; conversation_id?: string | undefined; cursor?: string | undefined; limit?: number | undefined }
    body: undefined
    answer: { data: Array<{ id: string; status: 'dialing' | 'in_progress' | 'completed' | 'no_answer' | 'busy' | 'failed' | 'cancelled'; to: string; duration_seconds: number; summary: string | null; created_at: string; runtime: 'sandbox' | 'builtin' | 'elevenlabs'; answered_by: 'human' | 'machine_start' | 'machine_end_beep' | 'machine_end_silence' | 'machine_end_other' | 'fax' | 'unknown' | null; recording: 'available' | 'pending' | 'none'; live: { connected: boolean | null; elapsed_seconds: number | null; turns: number | null } | null; agent_id: string; conversation_id: string; direction: 'outbound' | 'inbound'; from: string; variables: Record<string, string | number | boolean>; answered_at: string | null; ended_at: string | null }>; hasMore: boolean; next_cursor: string | null }
  }
  'POST /agents/:agent_id/calls': {
    params: { agent_id: string }
    query: undefined
    body: { to: string; variables?: Record<string, string | number | boolean> | undefined }
    answer: { data: { id: string; conversation_id: string; status: 'dialing'; to: string; from: string } }
  }
  'GET /calls/:id': {
    params: { id: string }
    query: undefined
    body: undefined
    answer: { data: { id: string; status: 'dialing' | 'in_progress' | 'completed' | 'no_answer' | 'busy' | 'failed' | 'cancelled'; to: string; duration_seconds: number; summary: string | null; created_at: string; runtime: 'sandbox' | 'builtin' | 'elevenlabs'; answered_by: 'human' | 'machine_start' | 'machine_end_beep' | 'machine_end_silence' | 'machine_end_other' | 'fax' | 'unknown' | null; recording: 'available' | 'pending' | 'none'; live: { connected: boolean | null; elapsed_seconds: number | null; turns: number | null } | null; agent_id: string; conversation_id: string; direction: 'outbound' | 'inbound'; from: string; variables: Record<string, string | number | boolean>; answered_at: string | null; ended_at: string | null } }
  }
  'GET /calls/:id/recording': {
    params: { id: string }
    query: undefined
    body: undefined
    answer: { data: { id: string; url: string; expires_in: number } }
  }
  'GET /do-not-call': {
    params: undefined
    query: { limit?: number | undefined; after?: string | undefined }
    body: undefined
    answer: { data: Array<{ phone: string; created_at: string }>; hasMore: boolean }
  }
  'POST /do-not-call': {
    params: undefined
    query: undefined
    body: { phone: string }
    answer: undefined
  }
  'DELETE /do-not-call/:phone': {
    params: { phone: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  'GET /agents/:agent_id/opt-outs': {
    params: { agent_id: string }
    query: { limit?: number | undefined; after?: string | undefined }
    body: undefined
    answer: { data: Array<{ phone: string; created_at: string }>; hasMore: boolean }
  }
  'POST /agents/:agent_id/opt-outs': {
    params: { agent_id: string }
    query: undefined
    body: { phone: string }
    answer: undefined
  }
  'DELETE /agents/:agent_id/opt-outs/:phone': {
    params: { agent_id: string; phone: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  'GET /agents/:agent_id/products': {
    params: { agent_id: string }
    query: { q?: string | undefined; limit?: number | undefined; cursor?: string | undefined; archived?: '1' | undefined }
    body: undefined
    answer: { data: Array<{ id: string; agent_id: string; source: 'api' | 'store_type_a' | 'store_type_b'; external_id: string; name: string; description: string | null; category: string | null; sku: string | null; image_url: string | null; price: number | null; archived_at: string | null; is_active: boolean; stock: number | null; held: number; available: number | null; updated_at: string; variants: Array<{ id: string; external_id: string; name: string; sku: string | null; price: number | null; own_price: number | null; is_active: boolean; stock: number | null; held: number; available: number | null }> }>; hasMore: boolean; next_cursor: string | null }
  }
  'POST /agents/:agent_id/products': {
    params: { agent_id: string }
    query: undefined
    body: { source?: 'api' | 'store_type_a' | 'store_type_b' | undefined; products: Array<{ external_id: string | number; name: string; price?: number | undefined; stock?: number | null | undefined; description?: string | null | undefined; category?: string | null | undefined; sku?: string | null | undefined; image_url?: string | null | undefined; is_active?: boolean | undefined; variants?: Array<{ external_id: string | number; name: string; sku?: string | null | undefined; price?: number | null | undefined; is_active?: boolean | undefined; stock?: number | null | undefined }> | undefined }>; new_only?: boolean | undefined }
    answer: { data: Array<{ external_id: string; status: 'created' | 'updated'; id: string } | { external_id: string; status: 'failed'; error: string; code: string; id?: string | undefined }>; created: number; updated: number; failed: number }
  }
  'POST /agents/:agent_id/products/import': {
    params: { agent_id: string }
    query: undefined
    body: { source?: 'api' | 'store_type_a' | 'store_type_b' | undefined; csv: string; dry_run?: boolean | undefined }
    answer: { data: { applied: boolean; rows: number; products: number; created: number; updated: number; problems: Array<{ line: number; column: string | null; message: string }>; ignored_columns: Array<string>; preview: Array<{ line: number; status: 'created' | 'updated' | null; external_id: string; name: string; price?: number | undefined; stock?: number | null | undefined; is_active?: boolean | undefined; category?: string | undefined; variants: Array<{ external_id: string; name: string; price?: number | undefined; stock?: number | null | undefined; is_active?: boolean | undefined }> }> } }
  }
  'POST /agents/:agent_id/products/archive': {
    params: { agent_id: string }
    query: undefined
    body: { source?: 'api' | 'store_type_a' | 'store_type_b' | undefined; external_ids: Array<string | number> }
    answer: { data: Array<{ external_id: string; status: 'archived' | 'not_found' }>; archived: number; failed: number }
  }
  'POST /agents/:agent_id/stock': {
    params: { agent_id: string }
    query: undefined
    body: { source?: 'api' | 'store_type_a' | 'store_type_b' | undefined; levels: Array<{ product_external_id: string | number; variant_external_id?: string | number | null | undefined; quantity: number | null }> }
    answer: { data: Array<{ product_external_id: string; variant_external_id: string | null; status: 'set' | 'cleared' } | { product_external_id: string; variant_external_id: string | null; status: 'failed'; error: string; code: string }>; applied: number; failed: number }
  }
  'GET /products/:id': {
    params: { id: string }
    query: undefined
    body: undefined
    answer: { data: { id: string; agent_id: string; source: 'api' | 'store_type_a' | 'store_type_b'; external_id: string; name: string; description: string | null; category: string | null; sku: string | null; image_url: string | null; price: number | null; archived_at: string | null; is_active: boolean; stock: number | null; held: number; available: number | null; updated_at: string; variants: Array<{ id: string; external_id: string; name: string; sku: string | null; price: number | null; own_price: number | null; is_active: boolean; stock: number | null; held: number; available: number | null }> } }
  }
  'GET /agents/:agent_id/documents': {
    params: { agent_id: string }
    query: undefined
    body: undefined
    answer: { data: Array<{ id: string; agent_id: string; title: string; characters: number; passages: number; created_at: string; updated_at: string }> }
  }
  'POST /agents/:agent_id/documents': {
    params: { agent_id: string }
    query: undefined
    body: { title: string; body: string }
    answer: { data: { id: string; agent_id: string; title: string; characters: number; passages: number; created_at: string; updated_at: string } }
  }
  'GET /agents/:agent_id/documents/:id': {
    params: { agent_id: string; id: string }
    query: undefined
    body: undefined
    answer: { data: { id: string; agent_id: string; title: string; characters: number; passages: number; created_at: string; updated_at: string; body: string } }
  }
  'DELETE /agents/:agent_id/documents/:id': {
    params: { agent_id: string; id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  'GET /alerts': {
    params: undefined
    query: { limit?: number | undefined; before?: string | undefined; unseen?: '1' | undefined }
    body: undefined
    answer: { data: Array<{ id: string; kind: 'handover' | 'out_of_credits' | 'llm_failed' | 'order_attention' | 'low_credits'; agent_id: string | null; conversation_id: string | null; order_id: string | null; order_number: string | null; reason: string; channel: string | null; customer: { name: string | null; phone: string | null }; created_at: string; seen_at: string | null }>; hasMore: boolean }
  }
  'POST /alerts/:id/seen': {
    params: { id: string }
    query: undefined
    body: undefined
    answer: { data: { id: string; kind: 'handover' | 'out_of_credits' | 'llm_failed' | 'order_attention' | 'low_credits'; agent_id: string | null; conversation_id: string | null; order_id: string | null; order_number: string | null; reason: string; channel: string | null; customer: { name: string | null; phone: string | null }; created_at: string; seen_at: string | null } }
  }
  'GET /agents': {
    params: undefined
    query: undefined
    body: undefined
    answer: { data: Array<{ id: string; workspace_id: string; name: string; voice: boolean; welcome: string; allowed_domains: Array<string>; persona: string; opening_hours: Record<string, Array<Array<unknown>>>; time_zone: string; languages: Array<'en' | 'ms' | 'zh' | 'ta'>; look: { accent?: string | undefined; theme?: 'auto' | 'light' | 'dark' | undefined; side?: 'right' | 'left' | undefined; suggestions?: Array<string> | undefined }; created_at: string }> }
  }
  'GET /agents/:agent_id': {
    params: { agent_id: string }
    query: undefined
    body: undefined
    answer: { data: { id: string; workspace_id: string; name: string; voice: boolean; welcome: string; allowed_domains: Array<string>; persona: string; opening_hours: Record<string, Array<Array<unknown>>>; time_zone: string; languages: Array<'en' | 'ms' | 'zh' | 'ta'>; look: { accent?: string | undefined; theme?: 'auto' | 'light' | 'dark' | undefined; side?: 'right' | 'left' | undefined; suggestions?: Array<string> | undefined }; created_at: string } }
  }
  'PATCH /agents/:agent_id': {
    params: { agent_id: string }
    query: undefined
    body: { name?: string | undefined; voice?: boolean | undefined; welcome?: string | undefined; allowed_domains?: Array<string> | undefined; persona?: string | undefined; opening_hours?: { mon?: Array<Array<unknown>> | undefined; tue?: Array<Array<unknown>> | undefined; wed?: Array<Array<unknown>> | undefined; thu?: Array<Array<unknown>> | undefined; fri?: Array<Array<unknown>> | undefined; sat?: Array<Array<unknown>> | undefined; sun?: Array<Array<unknown>> | undefined } | undefined; time_zone?: string | undefined; languages?: Array<string> | undefined; look?: { accent?: string | undefined; theme?: 'auto' | 'light' | 'dark' | undefined; side?: 'right' | 'left' | undefined; suggestions?: Array<string> | undefined } | undefined }
    answer: { data: { id: string; workspace_id: string; name: string; voice: boolean; welcome: string; allowed_domains: Array<string>; persona: string; opening_hours: Record<string, Array<Array<unknown>>>; time_zone: string; languages: Array<'en' | 'ms' | 'zh' | 'ta'>; look: { accent?: string | undefined; theme?: 'auto' | 'light' | 'dark' | undefined; side?: 'right' | 'left' | undefined; suggestions?: Array<string> | undefined }; created_at: string } }
  }
  'POST /agents/:agent_id/domains/check': {
    params: { agent_id: string }
    query: undefined
    body: { origin: string; allowed_domains?: Array<string> | undefined }
    answer: { data: { origin: string | null; allowed: boolean; entry: string | null; why: 'no_address' | 'insecure' | 'empty_list' | 'near' | 'other_host' | null; reason: string | null; suggestion: string | null; entries: Array<{ entry: string; matches: boolean; why: 'empty' | 'everything' | 'address' | 'path' | 'star' | 'port' | 'no_host' | 'other_port' | 'only_subdomains' | 'www' | 'no_subdomains' | 'other_host' | null; reason: string | null }> } }
  }
  'GET /agents/:agent_id/snippet': {
    params: { agent_id: string }
    query: undefined
    body: undefined
    answer: { data: { snippet: string; allowed_domains: Array<string> } }
  }
  'GET /agents/:agent_id/keys': {
    params: { agent_id: string }
    query: undefined
    body: undefined
    answer: { data: Array<{ id: string; agent_id: string; name: string; prefix: string; scopes: Array<string>; origins: Array<string>; created_at: string; last_used_at: string | null; revoked_at: string | null }> }
  }
  'POST /agents/:agent_id/keys': {
    params: { agent_id: string }
    query: undefined
    body: { name?: string | undefined; scopes?: Array<'conversations:label' | 'conversations:status' | 'conversations:note' | 'catalogue:sync' | 'calls:create' | 'calls:recordings'> | undefined; origins?: Array<string> | undefined }
    answer: { data: { id: string; agent_id: string; name: string; prefix: string; scopes: Array<string>; origins: Array<string>; created_at: string; last_used_at: string | null; revoked_at: string | null; key: string } }
  }
  'POST /keys/:id/revoke': {
    params: { id: string }
    query: undefined
    body: undefined
    answer: { data: { id: string; agent_id: string; name: string; prefix: string; scopes: Array<string>; origins: Array<string>; created_at: string; last_used_at: string | null; revoked_at: string | null } }
  }
  'GET /audit': {
    params: undefined
    query: { limit?: number | undefined; before?: string | undefined }
    body: undefined
    answer: { data: Array<{ id: string; agent_id: string | null; actor: { kind: 'key' | 'user' | 'system'; id: string | null }; action: string; target_id: string; detail: Record<string, unknown>; request_id: string | null; created_at: string }>; hasMore: boolean }
  }
  'GET /team': {
    params: undefined
    query: undefined
    body: undefined
    answer: { data: Array<{ id: string; email: string; role: 'owner' | 'member'; has_password: boolean; created_at: string }> }
  }
  'POST /team': {
    params: undefined
    query: undefined
    body: { email: string; role?: 'owner' | 'member' | undefined }
    answer: { data: { id: string; email: string; role: 'owner' | 'member'; has_password: boolean; created_at: string; mailed: boolean; mail_error: string | null; link: string | null } }
  }
  'PATCH /team/:id': {
    params: { id: string }
    query: undefined
    body: { role: 'owner' | 'member' }
    answer: { data: { id: string; email: string; role: 'owner' | 'member'; has_password: boolean; created_at: string } }
  }
  'DELETE /team/:id': {
    params: { id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  'POST /team/:id/reset': {
    params: { id: string }
    query: undefined
    body: undefined
    answer: { data: { mailed: boolean; mail_error: string | null; link: string | null } }
  }
  'GET /workspace': {
    params: undefined
    query: undefined
    body: undefined
    answer: { data: { id: string; name: string; plan: 'free' | 'paid'; verified: boolean; credits: number; outbound_number: string | null; payment_window_seconds: number | null; is_demo: boolean; created_at: string } }
  }
  'PATCH /workspace': {
    params: undefined
    query: undefined
    body: { name?: string | undefined; payment_window_seconds?: number | null | undefined; outbound_number?: string | null | undefined }
    answer: { data: { id: string; name: string; plan: 'free' | 'paid'; verified: boolean; credits: number; outbound_number: string | null; payment_window_seconds: number | null; is_demo: boolean; created_at: string } }
  }
  'GET /credits': {
    params: undefined
    query: { limit?: number | undefined; before?: string | undefined }
    body: undefined
    answer: { data: Array<{ id: string; amount: number; balance: number; reason: string; created_at: string }>; hasMore: boolean }
  }
  'GET /webhook': {
    params: undefined
    query: undefined
    body: undefined
    answer: { data: { url: string; events: Array<'message.created' | 'order.placed' | 'order.paid' | 'order.cancelled' | 'order.refunded'>; health: 'untried' | 'healthy' | 'unhealthy'; last_attempt_at: string | null; last_delivered_at: string | null; last_error: string | null; pending: number; failed: number; created_at: string; updated_at: string } | null }
  }
  'PUT /webhook': {
    params: undefined
    query: undefined
    body: { url: string; events?: Array<'message.created' | 'order.placed' | 'order.paid' | 'order.cancelled' | 'order.refunded'> | undefined }
    answer: { data: { url: string; events: Array<'message.created' | 'order.placed' | 'order.paid' | 'order.cancelled' | 'order.refunded'>; health: 'untried' | 'healthy' | 'unhealthy'; last_attempt_at: string | null; last_delivered_at: string | null; last_error: string | null; pending: number; failed: number; created_at: string; updated_at: string; secret?: string | undefined } }
  }
  'DELETE /webhook': {
    params: undefined
    query: undefined
    body: undefined
    answer: undefined
  }
  'POST /webhook/rotate': {
    params: undefined
    query: undefined
    body: undefined
    answer: { data: { secret: string } }
  }
  'POST /webhook/test': {
    params: undefined
    query: undefined
    body: undefined
    answer: { data: { id: string; event: string; subject_id: string | null; status: 'pending' | 'delivered' | 'failed'; attempts: number; next_attempt_at: string | null; last_attempt_at: string | null; last_status: number | null; last_error: string | null; created_at: string; body: string; log: Array<{ at: string; status: number | null; duration_ms: number; error: string | null }> } }
  }
  'POST /webhook/replay': {
    params: undefined
    query: undefined
    body: { from: string; until?: string | undefined }
    answer: { data: { replayed: number } }
  }
  'GET /webhook/deliveries': {
    params: undefined
    query: { limit?: number | undefined; status?: 'pending' | 'delivered' | 'failed' | undefined; before?: string | undefined }
    body: undefined
    answer: { data: Array<{ id: string; event: string; subject_id: string | null; status: 'pending' | 'delivered' | 'failed'; attempts: number; next_attempt_at: string | null; last_attempt_at: string | null; last_status: number | null; last_error: string | null; created_at: string }>; hasMore: boolean }
  }
  'GET /webhook/deliveries/:id': {
    params: { id: string }
    query: undefined
    body: undefined
    answer: { data: { id: string; event: string; subject_id: string | null; status: 'pending' | 'delivered' | 'failed'; attempts: number; next_attempt_at: string | null; last_attempt_at: string | null; last_status: number | null; last_error: string | null; created_at: string; body: string; log: Array<{ at: string; status: number | null; duration_ms: number; error: string | null }> } }
  }
  'POST /webhook/deliveries/:id/replay': {
    params: { id: string }
    query: undefined
    body: undefined
    answer: { data: { id: string; event: string; subject_id: string | null; status: 'pending' | 'delivered' | 'failed'; attempts: number; next_attempt_at: string | null; last_attempt_at: string | null; last_status: number | null; last_error: string | null; created_at: string; body: string; log: Array<{ at: string; status: number | null; duration_ms: number; error: string | null }> } }
  }
}
