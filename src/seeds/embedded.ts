// Generated from seeds/ by `npm run build:seeds`: edit those files, and run it again.
import type { Seeds } from "./read/entries.ts";

export const EMBEDDED: Seeds = {"base":{"merchants":[
  {"seed":{"slug":"acme","name":"Acme Books","id":"34c2fa96-319c-5b87-8de7-a8ca2adca3c2"},"path":"merchants.yaml","line":7},
  {"seed":{"slug":"ember","name":"Ember & Oak Coffee","id":"5933b5d2-f5fd-52fb-9e8f-c58ad7a6a0cb"},"path":"merchants.yaml","line":11},
  {"seed":{"slug":"kiln","name":"Blue Kiln Ceramics","sandboxAccess":false,"id":"da255a49-3801-5fca-a620-0973235df004"},"path":"merchants.yaml","line":16}],"keys":[
  {"seed":{"key":"mst_acme_full","merchant":"acme","scopes":["catalog:read","orders:read","checkout:links"]},"path":"keys.yaml","line":10},
  {"seed":{"key":"mst_acme_readonly","merchant":"acme","scopes":["catalog:read","orders:read"]},"path":"keys.yaml","line":15},
  {"seed":{"key":"mst_acme_links","merchant":"acme","scopes":["checkout:links"]},"path":"keys.yaml","line":20},
  {"seed":{"key":"mst_acme_noscope","merchant":"acme","scopes":[]},"path":"keys.yaml","line":25},
  {"seed":{"key":"mst_acme_expiring","merchant":"acme","expiresAt":"now+90d"},"path":"keys.yaml","line":30},
  {"seed":{"key":"mst_acme_limited","merchant":"acme","rateLimit":{"capacity":5,"refillPerSecond":1}},"path":"keys.yaml","line":35},
  {"seed":{"key":"mst_acme_expired","merchant":"acme","expiresAt":"now-30d"},"path":"keys.yaml","line":42},
  {"seed":{"key":"mst_acme_revoked","merchant":"acme","status":"revoked"},"path":"keys.yaml","line":47},
  {"seed":{"key":"mst_acme_noaccess","merchant":"acme","sandboxAccess":false},"path":"keys.yaml","line":52},
  {"seed":{"key":"mst_ember_full","merchant":"ember"},"path":"keys.yaml","line":59},
  {"seed":{"key":"mst_ember_readonly","merchant":"ember","scopes":["catalog:read","orders:read"]},"path":"keys.yaml","line":63},
  {"seed":{"key":"mst_kiln_full","merchant":"kiln"},"path":"keys.yaml","line":70}],"products":[
  {"seed":{"publicCode":"ATLAS-1","merchant":"acme","id":"a71a5000-0000-4000-8000-000000000001","currency":"EUR","version":4,"title":"A World Atlas","priceMinor":"4900"},"path":"products.yaml","line":11},
  {"seed":{"publicCode":"NOVEL-PB","merchant":"acme","currency":"EUR","version":2,"title":"The Lighthouse Keeper's Daughter, paperback","priceMinor":"1400","id":"27c9404f-f2d1-525d-bfca-b580d8175d1c"},"path":"products.yaml","line":19},
  {"seed":{"publicCode":"BREAD-US","merchant":"acme","currency":"USD","version":3,"title":"Bread for Beginners","priceMinor":"2800","id":"25a63ce7-ed3b-50db-88c5-05870512a205"},"path":"products.yaml","line":27},
  {"seed":{"publicCode":"POEMS-UK","merchant":"acme","currency":"GBP","title":"Poems for a Wet Morning","priceMinor":"999","id":"1a7fda15-45a6-590c-9775-c8ed8f8f8f97"},"path":"products.yaml","line":35},
  {"seed":{"publicCode":"MANGA-JP","merchant":"acme","currency":"JPY","title":"The Cat of Platform Nine, volume 1","priceMinor":"1200","id":"2b03b4c2-d9c1-51c3-a4c9-6f5369afbe41"},"path":"products.yaml","line":42},
  {"seed":{"publicCode":"GESCHENK KARTE/ÄÖ","merchant":"acme","currency":"EUR","title":"Geschenkkarte","priceMinor":"2500","id":"88aff1d5-2a14-5b79-941a-6bf0013ff4b5"},"path":"products.yaml","line":49},
  {"seed":{"publicCode":"TALES-1","merchant":"acme","currency":"EUR","version":9007199254740991,"title":"<b>Bold</b> Tales & \"quotes\"","priceMinor":"1850","id":"a4d2636f-61d1-54ba-ab59-031786ed0332"},"path":"products.yaml","line":57},
  {"seed":{"publicCode":"SIGNED-1","merchant":"acme","currency":"EUR","title":"First edition, signed (price on request)","id":"19ce21d3-f5c4-5068-8164-7f0b7aaa52ba"},"path":"products.yaml","line":65},
  {"seed":{"publicCode":"SPRING-1","merchant":"acme","status":"DRAFT","currency":"EUR","title":"A Year of Small Gardens","priceMinor":"2200","id":"fb6299fd-ed2d-5d7d-aa26-590dc0223956"},"path":"products.yaml","line":71},
  {"seed":{"publicCode":"CALENDAR-1","merchant":"acme","status":"UNPUBLISHED","currency":"EUR","version":5,"title":"The Birdwatcher's Calendar","priceMinor":"1600","id":"1b7595e0-bc12-578f-b8ea-2861a92fc395"},"path":"products.yaml","line":79},
  {"seed":{"publicCode":"ATLAS-0","merchant":"acme","status":"ARCHIVED","currency":"EUR","version":12,"title":"A World Atlas, old edition","priceMinor":"3900","id":"7aeb9eb3-9ee0-5974-97fe-cc01275f2996"},"path":"products.yaml","line":88},
  {"seed":{"publicCode":"HOUSE-250","merchant":"ember","currency":"USD","version":6,"title":"House blend, 250 g","priceMinor":"1250","id":"d28a2444-aa9c-52b9-b72a-2eb7e1ec9a87"},"path":"products.yaml","line":98},
  {"seed":{"publicCode":"CLUB-12","merchant":"ember","currency":"USD","version":2,"title":"Coffee club, twelve months","priceMinor":"18900","id":"a6902359-d887-57a8-a777-1ddefb9a5773"},"path":"products.yaml","line":105},
  {"seed":{"publicCode":"MOCHA-KW","merchant":"ember","currency":"KWD","title":"Mocha from the mountains, 250 g","priceMinor":"4250","id":"8fdf4a30-4364-5fae-8000-703932482f74"},"path":"products.yaml","line":113},
  {"seed":{"publicCode":"WINTER-250","merchant":"ember","status":"DRAFT","currency":"USD","title":"Winter blend, 250 g","priceMinor":"1450","id":"7fbf0a9d-2a39-590b-a0e8-dbbb201d8e9e"},"path":"products.yaml","line":119},
  {"seed":{"publicCode":"MUG-BLUE","merchant":"kiln","currency":"EUR","title":"A blue mug","priceMinor":"3200","id":"396980e8-b2e7-5d1d-82e4-8df315df5a12"},"path":"products.yaml","line":129}],"orders":[
  {"seed":{"ref":"acme-just-now","product":"ATLAS-1","amountMinor":"4900","createdAt":"now-4m"},"path":"orders.yaml","line":10},
  {"seed":{"ref":"acme-pending","product":"NOVEL-PB","state":"PENDING","amountMinor":"1400","createdAt":"now-2h"},"path":"orders.yaml","line":16},
  {"seed":{"ref":"acme-two-copies","product":"ATLAS-1","amountMinor":"9800","createdAt":"now-5h"},"path":"orders.yaml","line":23},
  {"seed":{"ref":"acme-yen","product":"MANGA-JP","amountMinor":"1200","createdAt":"now-9h"},"path":"orders.yaml","line":29},
  {"seed":{"ref":"acme-gift-card","product":"GESCHENK KARTE/ÄÖ","amountMinor":"2500","createdAt":"now-1d"},"path":"orders.yaml","line":34},
  {"seed":{"ref":"acme-plain-digits","product":"BREAD-US","amountMinor":"2800","createdAt":"now-30h"},"path":"orders.yaml","line":40},
  {"seed":{"ref":"acme-part-refund","product":"NOVEL-PB","state":"PARTIALLY_REFUNDED","amountMinor":"4200","refundedMinor":"1400","createdAt":"now-3d"},"path":"orders.yaml","line":46},
  {"seed":{"ref":"acme-full-refund","product":"ATLAS-1","state":"REFUNDED","amountMinor":"4900","refundedMinor":"4900","createdAt":"now-4d"},"path":"orders.yaml","line":54},
  {"seed":{"ref":"acme-failed","product":"POEMS-UK","state":"FAILED","amountMinor":"999","createdAt":"now-5d"},"path":"orders.yaml","line":62},
  {"seed":{"ref":"acme-disputed","product":"BREAD-US","state":"DISPUTED","amountMinor":"2800","createdAt":"now-6d"},"path":"orders.yaml","line":69},
  {"seed":{"ref":"acme-free-copy","product":"TALES-1","amountMinor":"0","createdAt":"now-7d"},"path":"orders.yaml","line":76},
  {"seed":{"ref":"acme-thirty-digits","product":"SIGNED-1","state":"PARTIALLY_REFUNDED","amountMinor":"123456789012345678901234567890","refundedMinor":"123456789012345678901234567889","createdAt":"now-8d"},"path":"orders.yaml","line":82},
  {"seed":{"ref":"acme-twin-a","product":"NOVEL-PB","amountMinor":"1400","createdAt":"now-9d"},"path":"orders.yaml","line":90},
  {"seed":{"ref":"acme-twin-b","product":"TALES-1","amountMinor":"1850","createdAt":"now-9d"},"path":"orders.yaml","line":95},
  {"seed":{"ref":"acme-atlas-{n}","product":"ATLAS-1","amountMinor":"4900","createdAt":"now-100d","repeat":{"times":36,"every":"60h"}},"path":"orders.yaml","line":103},
  {"seed":{"ref":"acme-novel-{n}","product":"NOVEL-PB","amountMinor":"1400","createdAt":"now-80d5h","repeat":{"times":24,"every":"3d"}},"path":"orders.yaml","line":109},
  {"seed":{"ref":"acme-poems-{n}","product":"POEMS-UK","amountMinor":"999","createdAt":"now-76d7h","repeat":{"times":10,"every":"1w"}},"path":"orders.yaml","line":115},
  {"seed":{"ref":"acme-misprint-{n}","product":"MANGA-JP","state":"REFUNDED","amountMinor":"1200","refundedMinor":"1200","createdAt":"now-40d9h","repeat":{"times":5,"every":"36h"}},"path":"orders.yaml","line":122},
  {"seed":{"ref":"acme-old-atlas-{n}","product":"ATLAS-0","amountMinor":"3900","createdAt":"now-26w","repeat":{"times":7,"every":"1w"}},"path":"orders.yaml","line":131},
  {"seed":{"ref":"ember-club-gift","product":"CLUB-12","amountMinor":"18900","createdAt":"now-20m"},"path":"orders.yaml","line":139},
  {"seed":{"ref":"ember-dinar","product":"MOCHA-KW","amountMinor":"4250","createdAt":"now-6h"},"path":"orders.yaml","line":145},
  {"seed":{"ref":"ember-pending","product":"HOUSE-250","state":"PENDING","amountMinor":"2500","createdAt":"now-26h"},"path":"orders.yaml","line":150},
  {"seed":{"ref":"ember-dinar-refund","product":"MOCHA-KW","state":"PARTIALLY_REFUNDED","amountMinor":"8500","refundedMinor":"750","createdAt":"now-2d"},"path":"orders.yaml","line":157},
  {"seed":{"ref":"ember-full-refund","product":"CLUB-12","state":"REFUNDED","amountMinor":"18900","refundedMinor":"18900","createdAt":"now-5d"},"path":"orders.yaml","line":164},
  {"seed":{"ref":"ember-first-bag","product":"HOUSE-250","amountMinor":"1250","createdAt":"2024-03-01T00:30:00.250+01:00"},"path":"orders.yaml","line":173},
  {"seed":{"ref":"ember-house-{n}","product":"HOUSE-250","amountMinor":"1250","createdAt":"now-84d","repeat":{"times":20,"every":"4d"}},"path":"orders.yaml","line":178},
  {"seed":{"ref":"ember-club-{n}","product":"CLUB-12","amountMinor":"18900","createdAt":"now-90d10h","repeat":{"times":12,"every":"1w"}},"path":"orders.yaml","line":184}],"faults":[],"settings":[
  {"seed":{"rateLimit":{"capacity":100,"refillPerSecond":50},"rateLimitHeaders":"none","listOrder":"newest","errorBody":"json","unknownQuery":"ignore"},"path":"settings.yaml","line":9}]},"scenarios":[{"name":"empty-catalog","description":"Acme Books has no products and no orders, so both lists are empty.","changes":{"merchants":[],"keys":[],"products":[
  {"seed":{"publicCode":"ATLAS-1","remove":true},"path":"scenarios/empty-catalog.yaml","line":9},
  {"seed":{"publicCode":"NOVEL-PB","remove":true},"path":"scenarios/empty-catalog.yaml","line":10},
  {"seed":{"publicCode":"BREAD-US","remove":true},"path":"scenarios/empty-catalog.yaml","line":11},
  {"seed":{"publicCode":"POEMS-UK","remove":true},"path":"scenarios/empty-catalog.yaml","line":12},
  {"seed":{"publicCode":"MANGA-JP","remove":true},"path":"scenarios/empty-catalog.yaml","line":13},
  {"seed":{"publicCode":"GESCHENK KARTE/ÄÖ","remove":true},"path":"scenarios/empty-catalog.yaml","line":14},
  {"seed":{"publicCode":"TALES-1","remove":true},"path":"scenarios/empty-catalog.yaml","line":15},
  {"seed":{"publicCode":"SIGNED-1","remove":true},"path":"scenarios/empty-catalog.yaml","line":16},
  {"seed":{"publicCode":"SPRING-1","remove":true},"path":"scenarios/empty-catalog.yaml","line":17},
  {"seed":{"publicCode":"CALENDAR-1","remove":true},"path":"scenarios/empty-catalog.yaml","line":18},
  {"seed":{"publicCode":"ATLAS-0","remove":true},"path":"scenarios/empty-catalog.yaml","line":19}],"orders":[],"settings":[]}},{"name":"expired-key","description":"The default key, mst_acme_full, expired yesterday. Every request with it gets 401.","changes":{"merchants":[],"keys":[
  {"seed":{"key":"mst_acme_full","expiresAt":"now-1d"},"path":"scenarios/expired-key.yaml","line":10}],"products":[],"orders":[],"settings":[]}},{"name":"flaky","description":"About one request in three fails, with 500, with 503 or without a response.","changes":{"merchants":[],"keys":[],"products":[],"orders":[],"faults":[
  {"seed":{"probability":0.12,"respond":500},"path":"scenarios/flaky.yaml","line":10},
  {"seed":{"probability":0.12,"respond":503},"path":"scenarios/flaky.yaml","line":11},
  {"seed":{"probability":0.12,"drop":"before"},"path":"scenarios/flaky.yaml","line":12}],"settings":[]}},{"name":"frozen-clock","description":"The clock is frozen at 2026-10-17T09:00:00Z, so every run gets the same responses.","changes":{"merchants":[],"keys":[],"products":[],"orders":[],"settings":[
  {"seed":{"clock":{"now":"2026-10-17T09:00:00Z","frozen":true},"rateLimit":"off"},"path":"scenarios/frozen-clock.yaml","line":11}]}},{"name":"gateway-errors","description":"Every request gets 502, 503 or 504, with a page of HTML instead of JSON.","changes":{"merchants":[],"keys":[],"products":[],"orders":[],"faults":[
  {"seed":{"probability":0.33,"respond":502},"path":"scenarios/gateway-errors.yaml","line":12},
  {"seed":{"probability":0.5,"respond":503},"path":"scenarios/gateway-errors.yaml","line":13},
  {"seed":{"respond":504},"path":"scenarios/gateway-errors.yaml","line":14}],"settings":[
  {"seed":{"errorBody":"html"},"path":"scenarios/gateway-errors.yaml","line":9}]}},{"name":"huge-amounts","description":"The newest orders of Acme Books have amounts above 2^53, above 2^64, and of 30 digits.","changes":{"merchants":[],"keys":[],"products":[],"orders":[
  {"seed":{"ref":"acme-just-now","amountMinor":"9007199254740993","refundedMinor":"9007199254740992"},"path":"scenarios/huge-amounts.yaml","line":9},
  {"seed":{"ref":"acme-pending","amountMinor":"18446744073709551617","refundedMinor":"18446744073709551616"},"path":"scenarios/huge-amounts.yaml","line":13},
  {"seed":{"ref":"acme-two-copies","amountMinor":"999999999999999999999999999999","refundedMinor":"999999999999999999999999999998"},"path":"scenarios/huge-amounts.yaml","line":17}],"settings":[]}},{"name":"missing-scope","description":"The default key, mst_acme_full, has no scope orders:read, so GET orders gets 403.","changes":{"merchants":[],"keys":[
  {"seed":{"key":"mst_acme_full","scopes":["catalog:read","checkout:links"]},"path":"scenarios/missing-scope.yaml","line":11}],"products":[],"orders":[],"settings":[]}},{"name":"more-than-fifty-orders","description":"Acme Books has 216 orders, and GET orders returns only the newest 50.","changes":{"merchants":[],"keys":[],"products":[],"orders":[
  {"seed":{"ref":"rush-{n}","product":"ATLAS-1","amountMinor":"{n}","createdAt":"now-2m","repeat":{"times":120,"every":"1s"}},"path":"scenarios/more-than-fifty-orders.yaml","line":10}],"settings":[]}},{"name":"rate-limited","description":"Three requests at once and one every two seconds, then 429.","changes":{"merchants":[],"keys":[],"products":[],"orders":[],"settings":[
  {"seed":{"rateLimit":{"capacity":3,"refillPerSecond":0.5},"rateLimitHeaders":"draft"},"path":"scenarios/rate-limited.yaml","line":11}]}},{"name":"refunds","description":"Orders of Acme Books are refunded, in part, in full, and many at once.","changes":{"merchants":[],"keys":[],"products":[],"orders":[
  {"seed":{"ref":"acme-two-copies","state":"PARTIALLY_REFUNDED","refundedMinor":"4900"},"path":"scenarios/refunds.yaml","line":11},
  {"seed":{"ref":"acme-yen","state":"PARTIALLY_REFUNDED","refundedMinor":"1199"},"path":"scenarios/refunds.yaml","line":16},
  {"seed":{"ref":"acme-just-now","state":"REFUNDED","refundedMinor":"4900"},"path":"scenarios/refunds.yaml","line":20},
  {"seed":{"ref":"acme-gift-card","refundedMinor":"2500"},"path":"scenarios/refunds.yaml","line":24},
  {"seed":{"ref":"acme-novel-{n}","state":"REFUNDED","refundedMinor":"1400"},"path":"scenarios/refunds.yaml","line":28}],"settings":[]}},{"name":"revoked-key","description":"The default key, mst_acme_full, is revoked. Every request with it gets 401.","changes":{"merchants":[],"keys":[
  {"seed":{"key":"mst_acme_full","status":"revoked"},"path":"scenarios/revoked-key.yaml","line":10}],"products":[],"orders":[],"settings":[]}},{"name":"sandbox-closed","description":"Acme Books has no sandbox access, so its valid keys get 403, including on ping.","changes":{"merchants":[
  {"seed":{"slug":"acme","sandboxAccess":false},"path":"scenarios/sandbox-closed.yaml","line":10}],"keys":[],"products":[],"orders":[],"settings":[]}},{"name":"shuffled-lists","description":"Both lists are shuffled, in the same way on every run.","extends":"more-than-fifty-orders","changes":{"merchants":[],"keys":[],"products":[],"orders":[],"settings":[
  {"seed":{"listOrder":"shuffled"},"path":"scenarios/shuffled-lists.yaml","line":11}]}},{"name":"slow","description":"Responses take one to three seconds, and about one in ten takes 35 seconds.","changes":{"merchants":[],"keys":[],"products":[],"orders":[],"faults":[
  {"seed":{"probability":0.1,"delay":"35s"},"path":"scenarios/slow.yaml","line":9},
  {"seed":{"delay":{"min":"1s","max":"3s"}},"path":"scenarios/slow.yaml","line":10}],"settings":[]}},{"name":"unpublished-product","description":"The product ATLAS-1 is unpublished. It is still listed, but gets no checkout link.","changes":{"merchants":[],"keys":[],"products":[
  {"seed":{"publicCode":"ATLAS-1","status":"UNPUBLISHED","version":5},"path":"scenarios/unpublished-product.yaml","line":9}],"orders":[],"settings":[]}}]};
