// Made by generate.ts from the OpenAPI document: do not edit.
/* oxlint-disable max-lines */

export interface components {
    schemas: {
        Problem: {
            type: string;
            title: string;
            status: number;
            /** @description A sentence to show as it is: in French, or in English where `Accept-Language` prefers it. */
            detail: string;
            /** @enum {string} */
            code: "invalid_request" | "unreadable_file" | "too_many_pixels" | "too_few_pixels" | "too_many_pages" | "encrypted_pdf" | "wrong_password" | "nothing_found" | "batch_over" | "address_refused" | "address_unreachable" | "address_status" | "address_too_slow" | "idempotency_mismatch" | "upload_too_slow" | "unauthenticated" | "key_expired" | "key_revoked" | "credits_exhausted" | "key_cap_reached" | "forbidden" | "scope_missing" | "not_found" | "method_not_allowed" | "idempotency_in_flight" | "expired" | "file_too_large" | "unsupported_type" | "range_not_satisfiable" | "rate_limited" | "free_topup_used" | "free_credits_exhausted" | "internal" | "unavailable";
            request_id: string;
        };
        RunningJob: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            ingestion_id: string;
            /** @enum {string} */
            step: "ingest" | "detect" | "rectify" | "read" | "assemble";
            /** @enum {string} */
            state: "queued" | "running";
            /** @description Of an assembly some of whose pages are read first: how many have been, of how many. */
            pages_read?: {
                done: number;
                total: number;
            };
        };
        IngestReply: {
            /** Format: uuid */
            ingestion_id: string;
            /** @enum {string} */
            status: "OK" | "REVIEW_REQUIRED" | "NOT_FOUND";
            mime: string;
            width: number;
            height: number;
            pages: {
                width: number;
                height: number;
                /**
                 * @description What the page is. `photo`: an image, also when it fills a page of a PDF, and every page of a TIFF; its edges are looked for. `scan`: a page of a PDF in pure black and white, made by a scanner. `digital`: text or drawing, never cropped.
                 * @enum {string}
                 */
                kind: "photo" | "scan" | "digital";
                /** @description Focal length of the camera, in long sides of the image; absent when the file does not tell it. */
                focal?: number;
            }[];
            name: string;
            size: number;
            /** Format: date-time */
            expires_at: string;
            artifacts: {
                /** @description Path relative to the root of the site, for its owner only. */
                preview_path: string;
            };
        };
        IngestBody: {
            /**
             * Format: uri
             * @description The file’s http or https address, which the service downloads; in place of `file`, with an account.
             * @example https://exemple.test/photos/facture.jpg
             */
            url: string;
            /** @description What opens a protected PDF. Kept encrypted until the file is erased, and returned by no call. Without it such a PDF answers `encrypted_pdf`; if it is not the right one, `wrong_password`: then send the file again with another one, even under the same `Idempotency-Key`. Ignored for any other file. */
            password?: string;
            /**
             * Format: uri
             * @description An http or https address to tell once, when this call has ended: the event is that of a webhook, signed if the account has a secret for these addresses (`/api/v1/callbacks/rotate`), with ten attempts in a day. Needs an account. A resume address of n8n or Make, for example.
             */
            callback_url?: string;
        };
        DetectReply: {
            /** Format: uuid */
            ingestion_id: string;
            page: number;
            /** @enum {string} */
            status: "OK" | "REVIEW_REQUIRED" | "NOT_FOUND";
            /** @description Probability that the zone is right (IoU of at least 0.95), from 0 to 1. */
            confidence: number;
            mime: string;
            /** @description Those of the largest of the `documents`, or of the double page as a whole, like `status` and `confidence`. */
            corners: [
                [
                    number,
                    number
                ],
                [
                    number,
                    number
                ],
                [
                    number,
                    number
                ],
                [
                    number,
                    number
                ]
            ];
            /** @description What makes the zone doubtful, or why it is the whole image; never empty when the status is `REVIEW_REQUIRED`. `low_confidence`: nothing but the confidence. `proportions`: the zone may well be right, but the proportions of the document are uncertain. `uncertain`: a document can be made out, but not clearly enough to crop; `corners` is only a proposal, and a straightening without `corners` makes and costs nothing. */
            reasons: ("blurred" | "glare" | "corner_outside" | "busy_background" | "low_contrast" | "several_documents" | "already_cropped" | "low_confidence" | "uncertain" | "proportions" | "curved" | "no_document")[];
            alternatives: {
                corners: [
                    [
                        number,
                        number
                    ],
                    [
                        number,
                        number
                    ],
                    [
                        number,
                        number
                    ],
                    [
                        number,
                        number
                    ]
                ];
                confidence: number;
            }[];
            /** @description Twelve at most, in reading order: from top to bottom, by rows from left to right. `document` numbers them so. Of an open book, its two pages, which meet at the fold. */
            documents: {
                corners: [
                    [
                        number,
                        number
                    ],
                    [
                        number,
                        number
                    ],
                    [
                        number,
                        number
                    ],
                    [
                        number,
                        number
                    ]
                ];
                confidence: number;
                /** @enum {string} */
                status: "OK" | "REVIEW_REQUIRED" | "NOT_FOUND";
                /** @description What makes this document doubtful. */
                reasons: ("blurred" | "glare" | "corner_outside" | "busy_background" | "low_contrast" | "several_documents" | "already_cropped" | "low_confidence" | "uncertain" | "proportions" | "curved" | "no_document")[];
            }[];
            /** @description Whether the document is an open book: `documents` are then its two pages, the left one first, and `corners` go around both. `document` straightens one of them, for 1 credit. */
            spread: boolean;
            artifacts: {
                /** @description Path relative to the root of the site, for its owner only. */
                viz_path: string;
                /** @description Path relative to the root of the site, for its owner only. */
                mask_path: string;
                /** @description The page that was seen, with nothing drawn on it, as WebP, at most 416 pixels long and 30 kB; null for what has none. */
                thumb_path: string | null;
            };
        };
        DetectBody: {
            /** Format: uuid */
            ingestion_id: string;
            page?: number;
            /**
             * Format: uri
             * @description An http or https address to tell once, when this call has ended: the event is that of a webhook, signed if the account has a secret for these addresses (`/api/v1/callbacks/rotate`), with ten attempts in a day. Needs an account. A resume address of n8n or Make, for example.
             */
            callback_url?: string;
        };
        RectifyReply: {
            /**
             * Format: uuid
             * @description This step.
             */
            id: string;
            /** Format: uuid */
            ingestion_id: string;
            page: number;
            /** @description The straightened document, counted from 1: its place among the detection’s `documents`. 0 for a double page as a whole. */
            document: number;
            /** @enum {string} */
            status: "OK" | "REVIEW_REQUIRED" | "NOT_FOUND";
            confidence: number;
            /** @description What makes the zone doubtful: empty when it was given in `corners`, never when the status is `REVIEW_REQUIRED`. `uncertain`: a document can be made out, but not clearly enough to crop; nothing is made or charged, and `corners` is only a proposal. `proportions`: the zone may well be right, but the proportions of the document are uncertain. */
            reasons: ("blurred" | "glare" | "corner_outside" | "busy_background" | "low_contrast" | "several_documents" | "already_cropped" | "low_confidence" | "uncertain" | "proportions" | "curved" | "no_document")[];
            /** @description Effective resolution: never more than the photo holds. For a recognised paper shorter than A4 it may exceed the one asked for, so that no pixel is lost. */
            dpi: number;
            /** @description Type of the file that was made; null when nothing was made. */
            mime: string | null;
            /** @description Size of the image that was made, in pixels; null when nothing was made. */
            width: number | null;
            /** @description Size of the image that was made, in pixels; null when nothing was made. */
            height: number | null;
            /** @description Size of the file made, in bytes, text included; null when nothing was made. */
            bytes: number | null;
            /** @description The standard that the PDF follows; null in another format. */
            standard: ("pdf" | "pdfa-2b") | null;
            /** @description How the PDF is compressed; null in another format. */
            compression: ("auto" | "jpeg" | "lossless") | null;
            /** @description Whether the PDF is no larger than `max_bytes`; null when that was not asked for. */
            max_bytes_met: boolean | null;
            /** @description What was given up to stay below `max_bytes`; null where nothing was. */
            reduced: {
                jpeg_quality: number;
                /** @description The part of the pictures’ resolution that was kept; with `auto`, letters keep theirs. */
                resolution: number;
            } | null;
            /** @description Paper size that was recognised or asked for, else null. `id1` is recognised by its rounded corners only, never by its proportions alone. */
            paper: string | null;
            /** @description Measured proportions, perspective included, before they are fitted to a paper size; null when nothing was made. */
            proportions: {
                /** @description Width of the document divided by its height. */
                ratio: number;
                /** @description Relative standard deviation of this measure: 0.01 for 1%. It includes what is unknown of the camera and of any cropping; above 0.25, a detection answers `REVIEW_REQUIRED` with the reason `proportions`. */
                uncertainty: number;
            } | null;
            corners: [
                [
                    number,
                    number
                ],
                [
                    number,
                    number
                ],
                [
                    number,
                    number
                ],
                [
                    number,
                    number
                ]
            ];
            /** @enum {string} */
            filter: "color" | "gray" | "bw";
            relighting: boolean;
            /** @description `applied`: the light was corrected; `kept`: it stayed as it was; null when nothing was made. */
            lighting: ("applied" | "kept") | null;
            /** @description Why the light was kept. `not_asked`: without `relighting`. `card`: an identity or bank card has no paper to whiten. `picture`: the page is a picture rather than paper. */
            lighting_reason: ("not_asked" | "card" | "picture") | null;
            /**
             * @description By how much the page was turned as asked, in degrees.
             * @enum {number}
             */
            turn: 0 | 90 | 180 | 270;
            /**
             * @description The option as asked, `auto` if it was left out.
             * @enum {string}
             */
            flatten: "auto" | "off";
            /** @description Whether the sheet was flattened. null when nothing was made, or by a previous version of the service. */
            flattened: boolean | null;
            /** @description How far the sheet departs from its best plane, as a share of its diagonal; 0 for a flat one, or where it does not show. null like `flattened`. Where it is curved and was not flattened, `reasons` holds `curved`. */
            bend: number | null;
            /** @description Why there is no text: not asked for (`not_asked`), still being read (`pending`), cannot be read now (`failed`), no page was made (`nothing_made`); null where it is there. */
            text_reason: ("not_asked" | "pending" | "failed" | "nothing_made") | null;
            /** @description What `render_of` asks for to render this page in another way; null for a free correction, to be asked for again with its `corners`. */
            capture_id: string | null;
            artifacts: {
                warped_path: string | null;
                /** @description The text that was read, as JSON: `blocks` in reading order, their `lines`, their `words`, each with its corners relative to the page (`corners`) and its confidence; null without text. */
                text_path: string | null;
                /** @description The same text alone, line by line, with an empty line between two blocks; null without text. */
                plain_text_path: string | null;
                /** @description The straightened page at the size of a screen, as WebP, at most 1600 pixels long and 200 kB; null for what has none. */
                screen_path: string | null;
                /** @description The straightened page as a thumbnail, as WebP, at most 416 pixels long and 30 kB; null for what has none. */
                thumb_path: string | null;
                /** @description Path relative to the root of the site, for its owner only. */
                viz_path: string;
                /** @description Path relative to the root of the site, for its owner only. */
                mask_path: string;
            };
        };
        RectifyBody: {
            /** Format: uuid */
            ingestion_id: string;
            page?: number;
            /** @description An object, or the same as JSON text. */
            options?: {
                /** @default false */
                relighting?: boolean;
                /**
                 * @description Within the limits dpiMin and dpiMax of the service. It holds for the paper that `paper` asks for, otherwise for a page as long as A4.
                 * @default 300
                 */
                dpi?: number;
                corners?: [
                    [
                        number,
                        number
                    ],
                    [
                        number,
                        number
                    ],
                    [
                        number,
                        number
                    ],
                    [
                        number,
                        number
                    ]
                ];
                page?: number;
                /** @description Which of the detection’s `documents`, counted from 1. Without it, the largest, or an open book’s double page as a whole, for 1 credit as well. With `corners`, the document that they correct. */
                document?: number;
                /**
                 * @default png
                 * @enum {string}
                 */
                format?: "png" | "jpeg" | "webp" | "pdf";
                /**
                 * @default auto
                 * @enum {string}
                 */
                paper?: "auto" | "a4" | "a5" | "letter" | "legal" | "id1" | "none";
                /**
                 * @default color
                 * @enum {string}
                 */
                filter?: "color" | "gray" | "bw";
                /**
                 * @description Turns the finished page clockwise, in degrees; 0 when absent. `corners` answers the corners in the order of the turned page.
                 * @enum {number}
                 */
                turn?: 0 | 90 | 180 | 270;
                /**
                 * @description `auto`: a curved, folded or wavy sheet is flattened where its shape is certain, and a flat one is never touched; `off`: never. `auto` where it is left out. The rest follows the length of the paper: proportions, paper size and pixels.
                 * @enum {string}
                 */
                flatten?: "auto" | "off";
                /** @description Also reads the text of the page, at no extra cost. The step is done once the text is there; a PDF then contains it, invisibly, to be searched and copied. If reading fails the page stays, `text_path` is null, and `render_of` with `text` asks again. */
                text?: boolean;
                /**
                 * @description Of a PDF only. `auto`, without this option: as small as it gets without losing sharpness, a picture staying a JPEG; `jpeg`: the whole page as one JPEG; `lossless`: without any loss.
                 * @enum {string}
                 */
                compression?: "auto" | "jpeg" | "lossless";
                /**
                 * @description Of a PDF only. `pdfa-2b`: it follows PDF/A-2b, to be archived.
                 * @enum {string}
                 */
                standard?: "pdf" | "pdfa-2b";
                /** @description Of a PDF only: the size not to exceed, in bytes, text included; with `text`, 20,000 bytes are kept for the text. The quality, then the resolution of pictures go down as far as needed; `bytes` and `max_bytes_met` tell what came of it. */
                max_bytes?: number;
            } | {
                /**
                 * Format: uuid
                 * @description The `id` of a straightening that was charged: the same quad of the same page is rendered in another way. What is not named stays as it was.
                 */
                render_of: string;
                relighting?: boolean;
                /** @enum {string} */
                format?: "png" | "jpeg" | "webp" | "pdf";
                /** @enum {string} */
                filter?: "color" | "gray" | "bw";
                /**
                 * @description As in a straightening, from the page as its zone shows it.
                 * @enum {number}
                 */
                turn?: 0 | 90 | 180 | 270;
                /**
                 * @description `auto`: a curved, folded or wavy sheet is flattened where its shape is certain, and a flat one is never touched; `off`: never. `auto` where it is left out. The rest follows the length of the paper: proportions, paper size and pixels.
                 * @enum {string}
                 */
                flatten?: "auto" | "off";
                /** @description Also reads the text of the page, at no extra cost. The step is done once the text is there; a PDF then contains it, invisibly, to be searched and copied. If reading fails the page stays, `text_path` is null, and `render_of` with `text` asks again. */
                text?: boolean;
                /**
                 * @description Of a PDF only. `auto`, without this option: as small as it gets without losing sharpness, a picture staying a JPEG; `jpeg`: the whole page as one JPEG; `lossless`: without any loss.
                 * @enum {string}
                 */
                compression?: "auto" | "jpeg" | "lossless";
                /**
                 * @description Of a PDF only. `pdfa-2b`: it follows PDF/A-2b, to be archived.
                 * @enum {string}
                 */
                standard?: "pdf" | "pdfa-2b";
                /** @description Of a PDF only: the size not to exceed, in bytes, text included; with `text`, 20,000 bytes are kept for the text. The quality, then the resolution of pictures go down as far as needed; `bytes` and `max_bytes_met` tell what came of it. */
                max_bytes?: number;
            } | string;
            /**
             * Format: uri
             * @description An http or https address to tell once, when this call has ended: the event is that of a webhook, signed if the account has a secret for these addresses (`/api/v1/callbacks/rotate`), with ten attempts in a day. Needs an account. A resume address of n8n or Make, for example.
             */
            callback_url?: string;
        };
        OneShotReply: components["schemas"]["RectifyReply"];
        OneShotBody: {
            /**
             * Format: uri
             * @description The file’s http or https address, which the service downloads; in place of `file`, with an account.
             * @example https://exemple.test/photos/facture.jpg
             */
            url: string;
            page?: number;
            /** @description An object, or the same as JSON text. */
            options?: {
                /** @default false */
                relighting?: boolean;
                /**
                 * @description Within the limits dpiMin and dpiMax of the service. It holds for the paper that `paper` asks for, otherwise for a page as long as A4.
                 * @default 300
                 */
                dpi?: number;
                corners?: [
                    [
                        number,
                        number
                    ],
                    [
                        number,
                        number
                    ],
                    [
                        number,
                        number
                    ],
                    [
                        number,
                        number
                    ]
                ];
                page?: number;
                /** @description Which of the detection’s `documents`, counted from 1. Without it, the largest, or an open book’s double page as a whole, for 1 credit as well. With `corners`, the document that they correct. */
                document?: number;
                /**
                 * @default png
                 * @enum {string}
                 */
                format?: "png" | "jpeg" | "webp" | "pdf";
                /**
                 * @default auto
                 * @enum {string}
                 */
                paper?: "auto" | "a4" | "a5" | "letter" | "legal" | "id1" | "none";
                /**
                 * @default color
                 * @enum {string}
                 */
                filter?: "color" | "gray" | "bw";
                /**
                 * @description Turns the finished page clockwise, in degrees; 0 when absent. `corners` answers the corners in the order of the turned page.
                 * @enum {number}
                 */
                turn?: 0 | 90 | 180 | 270;
                /**
                 * @description `auto`: a curved, folded or wavy sheet is flattened where its shape is certain, and a flat one is never touched; `off`: never. `auto` where it is left out. The rest follows the length of the paper: proportions, paper size and pixels.
                 * @enum {string}
                 */
                flatten?: "auto" | "off";
                /** @description Also reads the text of the page, at no extra cost. The step is done once the text is there; a PDF then contains it, invisibly, to be searched and copied. If reading fails the page stays, `text_path` is null, and `render_of` with `text` asks again. */
                text?: boolean;
                /**
                 * @description Of a PDF only. `auto`, without this option: as small as it gets without losing sharpness, a picture staying a JPEG; `jpeg`: the whole page as one JPEG; `lossless`: without any loss.
                 * @enum {string}
                 */
                compression?: "auto" | "jpeg" | "lossless";
                /**
                 * @description Of a PDF only. `pdfa-2b`: it follows PDF/A-2b, to be archived.
                 * @enum {string}
                 */
                standard?: "pdf" | "pdfa-2b";
                /** @description Of a PDF only: the size not to exceed, in bytes, text included; with `text`, 20,000 bytes are kept for the text. The quality, then the resolution of pictures go down as far as needed; `bytes` and `max_bytes_met` tell what came of it. */
                max_bytes?: number;
            } | string;
            /** @description What opens a protected PDF. Kept encrypted until the file is erased, and returned by no call. Without it such a PDF answers `encrypted_pdf`; if it is not the right one, `wrong_password`: then send the file again with another one, even under the same `Idempotency-Key`. Ignored for any other file. */
            password?: string;
            /**
             * Format: uri
             * @description An http or https address to tell once, when this call has ended: the event is that of a webhook, signed if the account has a secret for these addresses (`/api/v1/callbacks/rotate`), with ten attempts in a day. Needs an account. A resume address of n8n or Make, for example.
             */
            callback_url?: string;
        };
        GetJobReply: components["schemas"]["IngestReply"] | components["schemas"]["DetectReply"] | components["schemas"]["RectifyReply"] | {
            /** Format: uuid */
            ingestion_id: string;
            page: number;
            /**
             * Format: uuid
             * @description The rectify whose page was read.
             */
            rectify_id: string;
            /** @description Number of words read. */
            words: number;
            artifacts: {
                /** @description The text that was read, as JSON: `blocks` in reading order, their `lines`, their `words`, each with its corners relative to the page (`corners`) and its confidence; null without text. */
                text_path: string;
                /** @description The same text alone, line by line, with an empty line between two blocks; null without text. */
                plain_text_path: string;
            };
        } | components["schemas"]["AssembleReply"];
        ListIngestionsReply: {
            ingestions: components["schemas"]["GetIngestionReply"][];
            next_cursor: string | null;
        };
        GetIngestionReply: {
            /** Format: uuid */
            id: string;
            name: string;
            size: number;
            /** @enum {string} */
            status: "uploading" | "ingested" | "detecting" | "detected" | "rectifying" | "done" | "error";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            ingest: components["schemas"]["IngestReply"] | null;
            pages: {
                page: number;
                detect: components["schemas"]["DetectReply"] | null;
                rectify: components["schemas"]["RectifyReply"] | null;
                /** @description Corrections of corners that are still free for this document of this page. */
                free_corrections: number;
                /** @description Other renderings of this page’s last straightening that are still free. */
                free_renderings: number;
                /** @description Every straightened document of the page. The page’s own `rectify`, `free_corrections` and `free_renderings` are those of the last one. */
                documents: {
                    document: number;
                    rectify: components["schemas"]["RectifyReply"];
                    /** @description Corrections of corners that are still free for this document of this page. */
                    free_corrections: number;
                    /** @description Other renderings of this page’s last straightening that are still free. */
                    free_renderings: number;
                    /** @description The quads that were charged. `corners` that overlap one of them with an IoU of at least 0.5 are a correction; any others are a new page and cost 1 credit. */
                    captured: [
                        [
                            number,
                            number
                        ],
                        [
                            number,
                            number
                        ],
                        [
                            number,
                            number
                        ],
                        [
                            number,
                            number
                        ]
                    ][];
                }[];
            }[];
            jobs: components["schemas"]["RunningJob"][];
            error: {
                type: string;
                title: string;
                status: number;
                /** @description A sentence to show as it is: in French, or in English where `Accept-Language` prefers it. */
                detail: string;
                /** @enum {string} */
                code: "invalid_request" | "unreadable_file" | "too_many_pixels" | "too_few_pixels" | "too_many_pages" | "encrypted_pdf" | "wrong_password" | "nothing_found" | "batch_over" | "address_refused" | "address_unreachable" | "address_status" | "address_too_slow" | "idempotency_mismatch" | "upload_too_slow" | "unauthenticated" | "key_expired" | "key_revoked" | "credits_exhausted" | "key_cap_reached" | "forbidden" | "scope_missing" | "not_found" | "method_not_allowed" | "idempotency_in_flight" | "expired" | "file_too_large" | "unsupported_type" | "range_not_satisfiable" | "rate_limited" | "free_topup_used" | "free_credits_exhausted" | "internal" | "unavailable";
            } | null;
        };
        DeleteIngestionReply: {
            /** @constant */
            ok: true;
        };
        AssembleReply: {
            /**
             * Format: uuid
             * @description This assembly, and the job that makes it.
             */
            id: string;
            title: string;
            page_count: number;
            /** @description Pages whose words can be found, selected and copied. */
            pages_with_text: number;
            bytes: number;
            /** @enum {string} */
            standard: "pdf" | "pdfa-2b";
            /** @enum {string} */
            compression: "auto" | "jpeg" | "lossless";
            /** @description Whether the PDF is no larger than `max_bytes`; null when that was not asked for. */
            max_bytes_met: boolean | null;
            /** @description What was given up to stay below `max_bytes`; null where nothing was. */
            reduced: {
                jpeg_quality: number;
                /** @description The part of the pictures’ resolution that was kept; with `auto`, letters keep theirs. */
                resolution: number;
            } | null;
            /**
             * Format: date-time
             * @description The assembly expires with the first of its pages.
             */
            expires_at: string;
            artifacts: {
                /** @description Path relative to the root of the site, for its owner only. */
                pdf_path: string;
            };
        };
        AssembleBody: {
            /** @description The pages in their order, up to the limit assemblyPagesMax. Each is a finished rectification, or a page of an uploaded PDF, taken as it is: not rasterised, nothing lost, its text stays. */
            pages: ({
                /**
                 * Format: uuid
                 * @description A finished rectification, charged or rendered by `render_of`.
                 */
                rectify_id: string;
                /**
                 * @description Turns the finished page clockwise, in degrees; 0 when absent. `corners` answers the corners in the order of the turned page.
                 * @enum {number}
                 */
                turn?: 0 | 90 | 180 | 270;
                /** @description The page’s name in the PDF’s bookmarks. */
                name?: string;
            } | {
                /**
                 * Format: uuid
                 * @description An uploaded PDF whose page `page` is taken as it is.
                 */
                ingestion_id: string;
                page: number;
                /**
                 * @description Turns the finished page clockwise, in degrees; 0 when absent. `corners` answers the corners in the order of the turned page.
                 * @enum {number}
                 */
                turn?: 0 | 90 | 180 | 270;
                /** @description The page’s name in the PDF’s bookmarks. */
                name?: string;
            })[];
            /** @description The title of the PDF; without one, the name of the first file. */
            title?: string;
            /**
             * @description The text of straightened pages, invisible, so that it can be searched and copied. A page that nobody has read is read first, at no cost; if reading fails, it goes in without text.
             * @default true
             */
            text?: boolean;
            /**
             * @description `pdfa-2b`: the PDF follows PDF/A-2b, to be archived; it then holds straightened pages only.
             * @default pdf
             * @enum {string}
             */
            standard?: "pdf" | "pdfa-2b";
            /**
             * @description `auto`: as small as it gets without losing sharpness; `jpeg`: each page is one JPEG picture; `lossless`: without any loss.
             * @default auto
             * @enum {string}
             */
            compression?: "auto" | "jpeg" | "lossless";
            /** @description The size not to exceed, in bytes; `max_bytes_met` tells whether it was met. */
            max_bytes?: number;
            /**
             * @description `as_is`: each straightened page in its size; `a4`: all on A4. Pages taken as they are keep theirs.
             * @default as_is
             * @enum {string}
             */
            page_size?: "as_is" | "a4";
            /**
             * @description `card`: both sides of an identity or bank card on one A4 page, at their true size of 85.6 × 53.98 mm.
             * @default pages
             * @enum {string}
             */
            layout?: "pages" | "card";
            /**
             * Format: uri
             * @description An http or https address to tell once, when this call has ended: the event is that of a webhook, signed if the account has a secret for these addresses (`/api/v1/callbacks/rotate`), with ten attempts in a day. Needs an account. A resume address of n8n or Make, for example.
             */
            callback_url?: string;
        };
        GetAssemblyReply: components["schemas"]["AssembleReply"];
        CreateBatchReply: {
            /** Format: uuid */
            id: string;
            /**
             * @description `cancelled`: no more items begin. `ended_at` tells when the last one has ended.
             * @enum {string}
             */
            state: "running" | "finished" | "cancelled";
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Items that have not begun by then fail with `batch_over`.
             */
            ends_by: string;
            /** @description When its last item and its last PDF had ended; null before. */
            ended_at: string | null;
            /** @description How many items are in which state. */
            items: {
                total: number;
                waiting: number;
                running: number;
                done: number;
                failed: number;
                cancelled: number;
            };
            credits_charged: number;
            /** @description The PDFs, one per group. */
            assemblies: {
                group: string;
                /** @enum {string} */
                state: "waiting" | "running" | "done" | "failed" | "cancelled";
                /** @description What `assemblies/{id}` says more about. */
                job_id: string | null;
                code: ("invalid_request" | "unreadable_file" | "too_many_pixels" | "too_few_pixels" | "too_many_pages" | "encrypted_pdf" | "wrong_password" | "nothing_found" | "batch_over" | "address_refused" | "address_unreachable" | "address_status" | "address_too_slow" | "idempotency_mismatch" | "upload_too_slow" | "unauthenticated" | "key_expired" | "key_revoked" | "credits_exhausted" | "key_cap_reached" | "forbidden" | "scope_missing" | "not_found" | "method_not_allowed" | "idempotency_in_flight" | "expired" | "file_too_large" | "unsupported_type" | "range_not_satisfiable" | "rate_limited" | "free_topup_used" | "free_credits_exhausted" | "internal" | "unavailable") | null;
                /** @description The PDF, as long as it is kept. */
                artifacts: {
                    /** @description Path relative to the root of the site, for its owner only. */
                    pdf_path: string;
                } | null;
            }[];
        };
        CreateBatchBody: {
            /** @description What to straighten, up to the limit batchItemsMax. */
            items: ({
                /**
                 * Format: uri
                 * @description Where the file is; see `url` of `ingest`.
                 */
                url: string;
                /** @description What opens a protected PDF. Kept encrypted until the file is erased, and returned by no call. Without it such a PDF answers `encrypted_pdf`; if it is not the right one, `wrong_password`: then send the file again with another one, even under the same `Idempotency-Key`. Ignored for any other file. */
                password?: string;
                /**
                 * @description The page of the file, from 1.
                 * @default 1
                 */
                page?: number;
                /** @description Items with the same one make one PDF, whose title it is, where `assembly` is given. */
                group?: string;
                /** @description Whatever you call this item; it comes back with its result. */
                reference?: string;
            } | {
                /**
                 * Format: uuid
                 * @description A file uploaded before.
                 */
                ingestion_id: string;
                /**
                 * @description The page of the file, from 1.
                 * @default 1
                 */
                page?: number;
                /** @description Items with the same one make one PDF, whose title it is, where `assembly` is given. */
                group?: string;
                /** @description Whatever you call this item; it comes back with its result. */
                reference?: string;
            })[];
            /**
             * @description Options of `rectify`, for all items: all but `corners`, `page` and `document`.
             * @default {}
             */
            options?: {
                /** @default false */
                relighting?: boolean;
                /** @description Within the limits dpiMin and dpiMax of the service. It holds for the paper that `paper` asks for, otherwise for a page as long as A4. */
                dpi?: number;
                /**
                 * @default png
                 * @enum {string}
                 */
                format?: "png" | "jpeg" | "webp" | "pdf";
                /**
                 * @default auto
                 * @enum {string}
                 */
                paper?: "auto" | "a4" | "a5" | "letter" | "legal" | "id1" | "none";
                /**
                 * @default color
                 * @enum {string}
                 */
                filter?: "color" | "gray" | "bw";
                /**
                 * @description Turns the finished page clockwise, in degrees; 0 when absent. `corners` answers the corners in the order of the turned page.
                 * @enum {number}
                 */
                turn?: 0 | 90 | 180 | 270;
                /**
                 * @description `auto`: a curved, folded or wavy sheet is flattened where its shape is certain, and a flat one is never touched; `off`: never. `auto` where it is left out. The rest follows the length of the paper: proportions, paper size and pixels.
                 * @enum {string}
                 */
                flatten?: "auto" | "off";
                /** @description Also reads the text of the page, at no extra cost. The step is done once the text is there; a PDF then contains it, invisibly, to be searched and copied. If reading fails the page stays, `text_path` is null, and `render_of` with `text` asks again. */
                text?: boolean;
                /**
                 * @description Of a PDF only. `auto`, without this option: as small as it gets without losing sharpness, a picture staying a JPEG; `jpeg`: the whole page as one JPEG; `lossless`: without any loss.
                 * @enum {string}
                 */
                compression?: "auto" | "jpeg" | "lossless";
                /**
                 * @description Of a PDF only. `pdfa-2b`: it follows PDF/A-2b, to be archived.
                 * @enum {string}
                 */
                standard?: "pdf" | "pdfa-2b";
                /** @description Of a PDF only: the size not to exceed, in bytes, text included; with `text`, 20,000 bytes are kept for the text. The quality, then the resolution of pictures go down as far as needed; `bytes` and `max_bytes_met` tell what came of it. */
                max_bytes?: number;
            };
            /** @description Makes one PDF per `group` of the pages made, in the order of the items. At no cost. See `assemblies`. */
            assembly?: {
                /**
                 * @description The text of straightened pages, invisible, so that it can be searched and copied. A page that nobody has read is read first, at no cost; if reading fails, it goes in without text.
                 * @default true
                 */
                text?: boolean;
                /**
                 * @description `pdfa-2b`: the PDF follows PDF/A-2b, to be archived; it then holds straightened pages only.
                 * @default pdf
                 * @enum {string}
                 */
                standard?: "pdf" | "pdfa-2b";
                /**
                 * @description `auto`: as small as it gets without losing sharpness; `jpeg`: each page is one JPEG picture; `lossless`: without any loss.
                 * @default auto
                 * @enum {string}
                 */
                compression?: "auto" | "jpeg" | "lossless";
                /** @description The size not to exceed, in bytes; `max_bytes_met` tells whether it was met. */
                max_bytes?: number;
                /**
                 * @description `as_is`: each straightened page in its size; `a4`: all on A4. Pages taken as they are keep theirs.
                 * @default as_is
                 * @enum {string}
                 */
                page_size?: "as_is" | "a4";
            };
            /**
             * Format: uri
             * @description An http or https address to tell once, when this call has ended: the event is that of a webhook, signed if the account has a secret for these addresses (`/api/v1/callbacks/rotate`), with ten attempts in a day. Needs an account. A resume address of n8n or Make, for example.
             */
            callback_url?: string;
        };
        GetBatchReply: components["schemas"]["CreateBatchReply"];
        CancelBatchReply: components["schemas"]["CreateBatchReply"];
        GetBatchResultsReply: {
            items: {
                /** @description The position in `items`, from 0. */
                index: number;
                reference: string | null;
                group: string | null;
                /**
                 * @description `waiting`: it is not its turn yet, and no credit is held for it.
                 * @enum {string}
                 */
                state: "waiting" | "running" | "done" | "failed" | "cancelled";
                ingestion_id: string | null;
                /** @description The rectification; `jobs/{id}` answers with it too. */
                job_id: string | null;
                /** @description Of a finished item; `NOT_FOUND` costs nothing. */
                status: ("OK" | "REVIEW_REQUIRED" | "NOT_FOUND") | null;
                /** @description Why the item failed. */
                code: ("invalid_request" | "unreadable_file" | "too_many_pixels" | "too_few_pixels" | "too_many_pages" | "encrypted_pdf" | "wrong_password" | "nothing_found" | "batch_over" | "address_refused" | "address_unreachable" | "address_status" | "address_too_slow" | "idempotency_mismatch" | "upload_too_slow" | "unauthenticated" | "key_expired" | "key_revoked" | "credits_exhausted" | "key_cap_reached" | "forbidden" | "scope_missing" | "not_found" | "method_not_allowed" | "idempotency_in_flight" | "expired" | "file_too_large" | "unsupported_type" | "range_not_satisfiable" | "rate_limited" | "free_topup_used" | "free_credits_exhausted" | "internal" | "unavailable") | null;
                /** @enum {number} */
                credits_charged: 0 | 1;
                /** @description The reply of `rectify`, for as long as its file is kept. */
                result: components["schemas"]["RectifyReply"] | null;
            }[];
            next_cursor: number | null;
        };
        CreateWebhookReply: {
            /** Format: uuid */
            id: string;
            url: string;
            /** @description The events that this address is told of. */
            events: ("ingestion.finished" | "ingestion.failed" | "detection.finished" | "detection.failed" | "rectification.finished" | "rectification.failed" | "assembly.finished" | "assembly.failed" | "batch.finished" | "batch.failed" | "review.required" | "credits.low")[];
            /** @description When a page leaves fewer credits than this, `credits.low` says so once. */
            credits_low_at: number;
            /**
             * @description `active`; `paused`: as you asked; `failing`: paused after three days of failures; `gone`: it has answered 410, nothing is kept for it any more. All three can be resumed.
             * @enum {string}
             */
            state: "active" | "paused" | "failing" | "gone";
            /** @description Since when everything fails; null when the last delivery has arrived. */
            failing_since: string | null;
            /** @description Until when the former secret signs too; null when there is none. */
            former_secret_until: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Signs every delivery. Keep it: it is not shown again. */
            secret: string;
        };
        CreateWebhookBody: {
            /** Format: uri */
            url: string;
            /** @description The events to be told of; all of them when absent. */
            events?: ("ingestion.finished" | "ingestion.failed" | "detection.finished" | "detection.failed" | "rectification.finished" | "rectification.failed" | "assembly.finished" | "assembly.failed" | "batch.finished" | "batch.failed" | "review.required" | "credits.low")[];
            /**
             * @description When a page leaves fewer credits than this, `credits.low` says so once.
             * @default 10
             */
            credits_low_at?: number;
        };
        ListWebhooksReply: {
            webhooks: components["schemas"]["PauseWebhookReply"][];
        };
        TestWebhookReply: {
            /**
             * Format: uuid
             * @description The header `webhook-id`, the same at every attempt.
             */
            id: string;
            /** @enum {string} */
            type: "ingestion.finished" | "ingestion.failed" | "detection.finished" | "detection.failed" | "rectification.finished" | "rectification.failed" | "assembly.finished" | "assembly.failed" | "batch.finished" | "batch.failed" | "review.required" | "credits.low" | "webhook.test";
            ingestion_id: string | null;
            /**
             * @description `waiting`: the next attempt waits for its time, for an earlier delivery of the same file, or for the address to be resumed; `sending`: on its way; `failed`: given up.
             * @enum {string}
             */
            state: "waiting" | "sending" | "delivered" | "failed";
            /** Format: date-time */
            created_at: string;
            /** @description When the next attempt is made; null when none is planned. */
            next_attempt_at: string | null;
            /** @description The body, as it is signed and sent. */
            body: string;
            attempts: {
                /** Format: date-time */
                at: string;
                /** @description The HTTP status that was answered; null without an answer. */
                status: number | null;
                /** @description Why there is no answer; `refused_address`: a private IP address, or an unusual port. */
                error: ("timeout" | "unreachable" | "refused_address") | null;
                /** @description The beginning of the answer. */
                answer: string;
                milliseconds: number;
            }[];
        };
        ListDeliveriesReply: {
            deliveries: components["schemas"]["TestWebhookReply"][];
            next_cursor: number | null;
        };
        ResendDeliveryReply: components["schemas"]["TestWebhookReply"];
        RotateWebhookSecretReply: components["schemas"]["CreateWebhookReply"];
        PauseWebhookReply: {
            /** Format: uuid */
            id: string;
            url: string;
            /** @description The events that this address is told of. */
            events: ("ingestion.finished" | "ingestion.failed" | "detection.finished" | "detection.failed" | "rectification.finished" | "rectification.failed" | "assembly.finished" | "assembly.failed" | "batch.finished" | "batch.failed" | "review.required" | "credits.low")[];
            /** @description When a page leaves fewer credits than this, `credits.low` says so once. */
            credits_low_at: number;
            /**
             * @description `active`; `paused`: as you asked; `failing`: paused after three days of failures; `gone`: it has answered 410, nothing is kept for it any more. All three can be resumed.
             * @enum {string}
             */
            state: "active" | "paused" | "failing" | "gone";
            /** @description Since when everything fails; null when the last delivery has arrived. */
            failing_since: string | null;
            /** @description Until when the former secret signs too; null when there is none. */
            former_secret_until: string | null;
            /** Format: date-time */
            created_at: string;
        };
        ResumeWebhookReply: components["schemas"]["PauseWebhookReply"];
        DeleteWebhookReply: components["schemas"]["DeleteIngestionReply"];
        RotateCallbackSecretReply: {
            /** @description Until when the former secret signs too; null when there is none. */
            former_secret_until: string | null;
            /** @description Signs every delivery. Keep it: it is not shown again. */
            secret: string;
        };
        ListCallbackDeliveriesReply: components["schemas"]["ListDeliveriesReply"];
        GetCreditsReply: {
            credits: number;
        };
        AddCreditsReply: {
            credits: number;
            added: number;
        };
        GetCreditHistoryReply: {
            lines: {
                id: number;
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                kind: "grant_guest" | "free_topup" | "purchase" | "clawback" | "release" | "hold" | "capture" | "void" | "move_out" | "move_in";
                /** @description Credits gained, or spent when the number is negative. */
                credits: number;
                /** @description Credits that became owed, or were repaid when the number is negative. */
                owed: number;
                /** @description Balance after this line. */
                balance: number;
                /** @description The file concerned, while it is kept. */
                file: {
                    name: string;
                    page: number;
                } | null;
            }[];
            next_cursor: number | null;
            /** @description Credits owed: while there are any, nothing can be spent, and any credits added repay them first. */
            owed: number;
        };
        StartCheckoutReply: {
            /** Format: uri */
            url: string;
        };
        GetInvoiceReply: components["schemas"]["StartCheckoutReply"];
        ListWithdrawalOffersReply: {
            offers: {
                /** Format: uuid */
                purchase_id: string;
                /** @enum {string} */
                pack: "pack100" | "pack200" | "pack300";
                credits: number;
                price_cents: number;
                /** Format: date-time */
                bought_at: string;
                /**
                 * Format: date-time
                 * @description End of the period of fourteen days.
                 */
                until: string;
                unused_credits: number;
                refund_cents: number;
            }[];
        };
        ConfirmWithdrawalReply: {
            /** Format: uuid */
            withdrawal_id: string;
            /** Format: date-time */
            declared_at: string;
            credits: number;
            refund_cents: number;
            acknowledgement: string;
            file_name: string;
        };
        ConfirmWithdrawalBody: {
            /** Format: uuid */
            purchase_id: string;
            name: string;
            /** Format: email */
            email: string;
        };
        GetMeReply: {
            email: string;
            name: string | null;
            credits: number;
            api_key: string | null;
        };
        GetApiKeyReply: {
            api_key: string;
            test_api_key: string;
            /**
             * Format: date-time
             * @description When the key api_key was created.
             */
            created_at: string;
            /** @description When the key api_key was last used, to the minute. */
            last_used_at: string | null;
        };
        LogoutReply: components["schemas"]["DeleteIngestionReply"];
        ExportMeReply: {
            /** Format: date-time */
            exported_at: string;
            account: {
                /** Format: uuid */
                id: string;
                email: string;
                name: string | null;
                /** Format: date-time */
                created_at: string;
                sessions: {
                    /** Format: date-time */
                    created_at: string;
                    /** Format: date-time */
                    expires_at: string;
                }[];
                api_keys: {
                    /** @enum {string} */
                    kind: "live" | "test";
                    /** Format: date-time */
                    created_at: string;
                    last_used_at: string | null;
                    revoked_at: string | null;
                }[];
                /** @default [] */
                named_keys?: components["schemas"]["ChangeKeyReply"][];
            };
            credits: {
                balance: number;
                lines: {
                    id: number;
                    /** Format: date-time */
                    at: string;
                    /** @enum {string} */
                    kind: "grant_guest" | "free_topup" | "purchase" | "clawback" | "release" | "hold" | "capture" | "void" | "move_out" | "move_in";
                    /** @description Credits gained, or spent when the number is negative. */
                    credits: number;
                    /** @description Credits that became owed, or were repaid when the number is negative. */
                    owed: number;
                    /** @description Balance after this line. */
                    balance: number;
                    /** @description The file concerned, while it is kept. */
                    file: {
                        name: string;
                        page: number;
                    } | null;
                }[];
            };
            key_usage: {
                /**
                 * Format: date
                 * @description The day, in UTC, on which the credits were held.
                 */
                day: string;
                /** @description The named key; `null`: the account’s key `api_key`, in all its generations. */
                key: string | null;
                /** @description Credits spent or held; those given back are deducted. */
                credits: number;
            }[];
            ingestions: components["schemas"]["GetIngestionReply"][];
            assemblies: {
                /** Format: uuid */
                id: string;
                name: string;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                expires_at: string;
                /** @description What was assembled; null until it is. */
                assembly: components["schemas"]["AssembleReply"] | null;
            }[];
            batches: {
                batch: components["schemas"]["CreateBatchReply"];
                items: {
                    /** @description The position in `items`, from 0. */
                    index: number;
                    reference: string | null;
                    group: string | null;
                    /**
                     * @description `waiting`: it is not its turn yet, and no credit is held for it.
                     * @enum {string}
                     */
                    state: "waiting" | "running" | "done" | "failed" | "cancelled";
                    ingestion_id: string | null;
                    /** @description The rectification; `jobs/{id}` answers with it too. */
                    job_id: string | null;
                    /** @description Of a finished item; `NOT_FOUND` costs nothing. */
                    status: ("OK" | "REVIEW_REQUIRED" | "NOT_FOUND") | null;
                    /** @description Why the item failed. */
                    code: ("invalid_request" | "unreadable_file" | "too_many_pixels" | "too_few_pixels" | "too_many_pages" | "encrypted_pdf" | "wrong_password" | "nothing_found" | "batch_over" | "address_refused" | "address_unreachable" | "address_status" | "address_too_slow" | "idempotency_mismatch" | "upload_too_slow" | "unauthenticated" | "key_expired" | "key_revoked" | "credits_exhausted" | "key_cap_reached" | "forbidden" | "scope_missing" | "not_found" | "method_not_allowed" | "idempotency_in_flight" | "expired" | "file_too_large" | "unsupported_type" | "range_not_satisfiable" | "rate_limited" | "free_topup_used" | "free_credits_exhausted" | "internal" | "unavailable") | null;
                    /** @enum {number} */
                    credits_charged: 0 | 1;
                    /** @description The reply of `rectify`, for as long as its file is kept. */
                    result: components["schemas"]["RectifyReply"] | null;
                }[];
            }[];
            webhooks: components["schemas"]["PauseWebhookReply"][];
        };
        ListKeysReply: {
            keys: components["schemas"]["ChangeKeyReply"][];
        };
        CreateKeyReply: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description What the key may do. `straighten`: send, straighten, assemble, fetch results by their ids, erase. `read`: list files and movements, fetch results; make nothing. `manage`: administer the account’s keys and webhooks, hence give itself every scope. Any other call answers 403 `scope_missing`. */
            scopes: ("straighten" | "read" | "manage")[];
            /** @description When the key stops being valid: from then on 401 `key_expired`. `null`: never. */
            expires_at: string | null;
            /** @description The credits that the key may spend a month, from 0:00 UTC on the first to the next first. A credit held counts, one given back no longer does. Beyond: 402 `key_cap_reached`, with `Retry-After`. `null`: no cap. */
            credits_per_month: number | null;
            /** @description The last four characters of the secret, to recognise it. */
            ending: string;
            /** Format: date-time */
            created_at: string;
            /** @description Last use, to the minute. */
            last_used_at: string | null;
            /** @description When the key was revoked; it answers 401 `key_revoked` from then on. */
            revoked_at: string | null;
            /** @description The secret, to be kept: it is never shown again. */
            api_key: string;
        };
        CreateKeyBody: {
            name: string;
            /** @description What the key may do. `straighten`: send, straighten, assemble, fetch results by their ids, erase. `read`: list files and movements, fetch results; make nothing. `manage`: administer the account’s keys and webhooks, hence give itself every scope. Any other call answers 403 `scope_missing`. */
            scopes: ("straighten" | "read" | "manage")[];
            /**
             * @description When the key stops being valid: from then on 401 `key_expired`. `null`: never.
             * @default null
             */
            expires_at?: string | null;
            /**
             * @description The credits that the key may spend a month, from 0:00 UTC on the first to the next first. A credit held counts, one given back no longer does. Beyond: 402 `key_cap_reached`, with `Retry-After`. `null`: no cap.
             * @default null
             */
            credits_per_month?: number | null;
        };
        ChangeKeyReply: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description What the key may do. `straighten`: send, straighten, assemble, fetch results by their ids, erase. `read`: list files and movements, fetch results; make nothing. `manage`: administer the account’s keys and webhooks, hence give itself every scope. Any other call answers 403 `scope_missing`. */
            scopes: ("straighten" | "read" | "manage")[];
            /** @description When the key stops being valid: from then on 401 `key_expired`. `null`: never. */
            expires_at: string | null;
            /** @description The credits that the key may spend a month, from 0:00 UTC on the first to the next first. A credit held counts, one given back no longer does. Beyond: 402 `key_cap_reached`, with `Retry-After`. `null`: no cap. */
            credits_per_month: number | null;
            /** @description The last four characters of the secret, to recognise it. */
            ending: string;
            /** Format: date-time */
            created_at: string;
            /** @description Last use, to the minute. */
            last_used_at: string | null;
            /** @description When the key was revoked; it answers 401 `key_revoked` from then on. */
            revoked_at: string | null;
        };
        ChangeKeyBody: {
            name?: string;
            /** @description What the key may do. `straighten`: send, straighten, assemble, fetch results by their ids, erase. `read`: list files and movements, fetch results; make nothing. `manage`: administer the account’s keys and webhooks, hence give itself every scope. Any other call answers 403 `scope_missing`. */
            scopes?: ("straighten" | "read" | "manage")[];
            /** @description When the key stops being valid: from then on 401 `key_expired`. `null`: never. */
            expires_at?: string | null;
            /** @description The credits that the key may spend a month, from 0:00 UTC on the first to the next first. A credit held counts, one given back no longer does. Beyond: 402 `key_cap_reached`, with `Retry-After`. `null`: no cap. */
            credits_per_month?: number | null;
        };
        RevokeKeyReply: components["schemas"]["DeleteIngestionReply"];
        RotateKeyReply: components["schemas"]["CreateKeyReply"];
        GetKeyUsageReply: {
            usage: {
                /**
                 * Format: date
                 * @description The day, in UTC, on which the credits were held.
                 */
                day: string;
                /** @description The named key; `null`: the account’s key `api_key`, in all its generations. */
                key: string | null;
                /** @description Credits spent or held; those given back are deducted. */
                credits: number;
            }[];
        };
        GetLimitsReply: {
            limits: {
                name: string;
                value: number;
                unit: string;
                label: string;
            }[];
            /** @description The caller’s ceilings; null without authentication. */
            own: {
                /**
                 * @description `paying`: the account has bought credits before; `account`: not yet, or it is a test key; `guest`: without an account.
                 * @enum {string}
                 */
                tier: "guest" | "account" | "paying";
                requests_per_minute: number;
                uploads_per_minute: number;
                /** @description Steps given to the service at the same time; further ones wait their turn. Without a purchase, the ceilings per address apply too. */
                steps_in_flight: number;
            } | null;
        };
        WebhookEvent: {
            /** @constant */
            type: "ingestion.finished";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /**
                 * Format: uuid
                 * @description The step that has ended.
                 */
                job_id: string;
                /** @description Where to read its reply, with the key. */
                job_path: string;
                /** Format: uuid */
                ingestion_id: string;
                page: number;
                /** @description As in the step’s reply; null when it has failed. */
                status: ("OK" | "REVIEW_REQUIRED" | "NOT_FOUND") | null;
                /** @description Why it has failed: the code of a refusal, or `cancelled` when the file was erased before; null otherwise. */
                code: (("invalid_request" | "unreadable_file" | "too_many_pixels" | "too_few_pixels" | "too_many_pages" | "encrypted_pdf" | "wrong_password" | "nothing_found" | "batch_over" | "address_refused" | "address_unreachable" | "address_status" | "address_too_slow" | "idempotency_mismatch" | "upload_too_slow" | "unauthenticated" | "key_expired" | "key_revoked" | "credits_exhausted" | "key_cap_reached" | "forbidden" | "scope_missing" | "not_found" | "method_not_allowed" | "idempotency_in_flight" | "expired" | "file_too_large" | "unsupported_type" | "range_not_satisfiable" | "rate_limited" | "free_topup_used" | "free_credits_exhausted" | "internal" | "unavailable") | "cancelled") | null;
                /** @description Credits charged. */
                credits_charged: number;
                /** @description Asked for with a test key. */
                test: boolean;
            };
        } | {
            /** @constant */
            type: "ingestion.failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /**
                 * Format: uuid
                 * @description The step that has ended.
                 */
                job_id: string;
                /** @description Where to read its reply, with the key. */
                job_path: string;
                /** Format: uuid */
                ingestion_id: string;
                page: number;
                /** @description As in the step’s reply; null when it has failed. */
                status: ("OK" | "REVIEW_REQUIRED" | "NOT_FOUND") | null;
                /** @description Why it has failed: the code of a refusal, or `cancelled` when the file was erased before; null otherwise. */
                code: (("invalid_request" | "unreadable_file" | "too_many_pixels" | "too_few_pixels" | "too_many_pages" | "encrypted_pdf" | "wrong_password" | "nothing_found" | "batch_over" | "address_refused" | "address_unreachable" | "address_status" | "address_too_slow" | "idempotency_mismatch" | "upload_too_slow" | "unauthenticated" | "key_expired" | "key_revoked" | "credits_exhausted" | "key_cap_reached" | "forbidden" | "scope_missing" | "not_found" | "method_not_allowed" | "idempotency_in_flight" | "expired" | "file_too_large" | "unsupported_type" | "range_not_satisfiable" | "rate_limited" | "free_topup_used" | "free_credits_exhausted" | "internal" | "unavailable") | "cancelled") | null;
                /** @description Credits charged. */
                credits_charged: number;
                /** @description Asked for with a test key. */
                test: boolean;
            };
        } | {
            /** @constant */
            type: "detection.finished";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /**
                 * Format: uuid
                 * @description The step that has ended.
                 */
                job_id: string;
                /** @description Where to read its reply, with the key. */
                job_path: string;
                /** Format: uuid */
                ingestion_id: string;
                page: number;
                /** @description As in the step’s reply; null when it has failed. */
                status: ("OK" | "REVIEW_REQUIRED" | "NOT_FOUND") | null;
                /** @description Why it has failed: the code of a refusal, or `cancelled` when the file was erased before; null otherwise. */
                code: (("invalid_request" | "unreadable_file" | "too_many_pixels" | "too_few_pixels" | "too_many_pages" | "encrypted_pdf" | "wrong_password" | "nothing_found" | "batch_over" | "address_refused" | "address_unreachable" | "address_status" | "address_too_slow" | "idempotency_mismatch" | "upload_too_slow" | "unauthenticated" | "key_expired" | "key_revoked" | "credits_exhausted" | "key_cap_reached" | "forbidden" | "scope_missing" | "not_found" | "method_not_allowed" | "idempotency_in_flight" | "expired" | "file_too_large" | "unsupported_type" | "range_not_satisfiable" | "rate_limited" | "free_topup_used" | "free_credits_exhausted" | "internal" | "unavailable") | "cancelled") | null;
                /** @description Credits charged. */
                credits_charged: number;
                /** @description Asked for with a test key. */
                test: boolean;
            };
        } | {
            /** @constant */
            type: "detection.failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /**
                 * Format: uuid
                 * @description The step that has ended.
                 */
                job_id: string;
                /** @description Where to read its reply, with the key. */
                job_path: string;
                /** Format: uuid */
                ingestion_id: string;
                page: number;
                /** @description As in the step’s reply; null when it has failed. */
                status: ("OK" | "REVIEW_REQUIRED" | "NOT_FOUND") | null;
                /** @description Why it has failed: the code of a refusal, or `cancelled` when the file was erased before; null otherwise. */
                code: (("invalid_request" | "unreadable_file" | "too_many_pixels" | "too_few_pixels" | "too_many_pages" | "encrypted_pdf" | "wrong_password" | "nothing_found" | "batch_over" | "address_refused" | "address_unreachable" | "address_status" | "address_too_slow" | "idempotency_mismatch" | "upload_too_slow" | "unauthenticated" | "key_expired" | "key_revoked" | "credits_exhausted" | "key_cap_reached" | "forbidden" | "scope_missing" | "not_found" | "method_not_allowed" | "idempotency_in_flight" | "expired" | "file_too_large" | "unsupported_type" | "range_not_satisfiable" | "rate_limited" | "free_topup_used" | "free_credits_exhausted" | "internal" | "unavailable") | "cancelled") | null;
                /** @description Credits charged. */
                credits_charged: number;
                /** @description Asked for with a test key. */
                test: boolean;
            };
        } | {
            /** @constant */
            type: "rectification.finished";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /**
                 * Format: uuid
                 * @description The step that has ended.
                 */
                job_id: string;
                /** @description Where to read its reply, with the key. */
                job_path: string;
                /** Format: uuid */
                ingestion_id: string;
                page: number;
                /** @description As in the step’s reply; null when it has failed. */
                status: ("OK" | "REVIEW_REQUIRED" | "NOT_FOUND") | null;
                /** @description Why it has failed: the code of a refusal, or `cancelled` when the file was erased before; null otherwise. */
                code: (("invalid_request" | "unreadable_file" | "too_many_pixels" | "too_few_pixels" | "too_many_pages" | "encrypted_pdf" | "wrong_password" | "nothing_found" | "batch_over" | "address_refused" | "address_unreachable" | "address_status" | "address_too_slow" | "idempotency_mismatch" | "upload_too_slow" | "unauthenticated" | "key_expired" | "key_revoked" | "credits_exhausted" | "key_cap_reached" | "forbidden" | "scope_missing" | "not_found" | "method_not_allowed" | "idempotency_in_flight" | "expired" | "file_too_large" | "unsupported_type" | "range_not_satisfiable" | "rate_limited" | "free_topup_used" | "free_credits_exhausted" | "internal" | "unavailable") | "cancelled") | null;
                /** @description Credits charged. */
                credits_charged: number;
                /** @description Asked for with a test key. */
                test: boolean;
            };
        } | {
            /** @constant */
            type: "rectification.failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /**
                 * Format: uuid
                 * @description The step that has ended.
                 */
                job_id: string;
                /** @description Where to read its reply, with the key. */
                job_path: string;
                /** Format: uuid */
                ingestion_id: string;
                page: number;
                /** @description As in the step’s reply; null when it has failed. */
                status: ("OK" | "REVIEW_REQUIRED" | "NOT_FOUND") | null;
                /** @description Why it has failed: the code of a refusal, or `cancelled` when the file was erased before; null otherwise. */
                code: (("invalid_request" | "unreadable_file" | "too_many_pixels" | "too_few_pixels" | "too_many_pages" | "encrypted_pdf" | "wrong_password" | "nothing_found" | "batch_over" | "address_refused" | "address_unreachable" | "address_status" | "address_too_slow" | "idempotency_mismatch" | "upload_too_slow" | "unauthenticated" | "key_expired" | "key_revoked" | "credits_exhausted" | "key_cap_reached" | "forbidden" | "scope_missing" | "not_found" | "method_not_allowed" | "idempotency_in_flight" | "expired" | "file_too_large" | "unsupported_type" | "range_not_satisfiable" | "rate_limited" | "free_topup_used" | "free_credits_exhausted" | "internal" | "unavailable") | "cancelled") | null;
                /** @description Credits charged. */
                credits_charged: number;
                /** @description Asked for with a test key. */
                test: boolean;
            };
        } | {
            /** @constant */
            type: "assembly.finished";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /**
                 * Format: uuid
                 * @description The step that has ended.
                 */
                job_id: string;
                /** @description Where to read its reply, with the key. */
                job_path: string;
                /** Format: uuid */
                ingestion_id: string;
                page: number;
                /** @description As in the step’s reply; null when it has failed. */
                status: ("OK" | "REVIEW_REQUIRED" | "NOT_FOUND") | null;
                /** @description Why it has failed: the code of a refusal, or `cancelled` when the file was erased before; null otherwise. */
                code: (("invalid_request" | "unreadable_file" | "too_many_pixels" | "too_few_pixels" | "too_many_pages" | "encrypted_pdf" | "wrong_password" | "nothing_found" | "batch_over" | "address_refused" | "address_unreachable" | "address_status" | "address_too_slow" | "idempotency_mismatch" | "upload_too_slow" | "unauthenticated" | "key_expired" | "key_revoked" | "credits_exhausted" | "key_cap_reached" | "forbidden" | "scope_missing" | "not_found" | "method_not_allowed" | "idempotency_in_flight" | "expired" | "file_too_large" | "unsupported_type" | "range_not_satisfiable" | "rate_limited" | "free_topup_used" | "free_credits_exhausted" | "internal" | "unavailable") | "cancelled") | null;
                /** @description Credits charged. */
                credits_charged: number;
                /** @description Asked for with a test key. */
                test: boolean;
            };
        } | {
            /** @constant */
            type: "assembly.failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /**
                 * Format: uuid
                 * @description The step that has ended.
                 */
                job_id: string;
                /** @description Where to read its reply, with the key. */
                job_path: string;
                /** Format: uuid */
                ingestion_id: string;
                page: number;
                /** @description As in the step’s reply; null when it has failed. */
                status: ("OK" | "REVIEW_REQUIRED" | "NOT_FOUND") | null;
                /** @description Why it has failed: the code of a refusal, or `cancelled` when the file was erased before; null otherwise. */
                code: (("invalid_request" | "unreadable_file" | "too_many_pixels" | "too_few_pixels" | "too_many_pages" | "encrypted_pdf" | "wrong_password" | "nothing_found" | "batch_over" | "address_refused" | "address_unreachable" | "address_status" | "address_too_slow" | "idempotency_mismatch" | "upload_too_slow" | "unauthenticated" | "key_expired" | "key_revoked" | "credits_exhausted" | "key_cap_reached" | "forbidden" | "scope_missing" | "not_found" | "method_not_allowed" | "idempotency_in_flight" | "expired" | "file_too_large" | "unsupported_type" | "range_not_satisfiable" | "rate_limited" | "free_topup_used" | "free_credits_exhausted" | "internal" | "unavailable") | "cancelled") | null;
                /** @description Credits charged. */
                credits_charged: number;
                /** @description Asked for with a test key. */
                test: boolean;
            };
        } | {
            /** @constant */
            type: "review.required";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /**
                 * Format: uuid
                 * @description The step that has ended.
                 */
                job_id: string;
                /** @description Where to read its reply, with the key. */
                job_path: string;
                /** Format: uuid */
                ingestion_id: string;
                page: number;
                /** @description As in the step’s reply; null when it has failed. */
                status: ("OK" | "REVIEW_REQUIRED" | "NOT_FOUND") | null;
                /** @description Why it has failed: the code of a refusal, or `cancelled` when the file was erased before; null otherwise. */
                code: (("invalid_request" | "unreadable_file" | "too_many_pixels" | "too_few_pixels" | "too_many_pages" | "encrypted_pdf" | "wrong_password" | "nothing_found" | "batch_over" | "address_refused" | "address_unreachable" | "address_status" | "address_too_slow" | "idempotency_mismatch" | "upload_too_slow" | "unauthenticated" | "key_expired" | "key_revoked" | "credits_exhausted" | "key_cap_reached" | "forbidden" | "scope_missing" | "not_found" | "method_not_allowed" | "idempotency_in_flight" | "expired" | "file_too_large" | "unsupported_type" | "range_not_satisfiable" | "rate_limited" | "free_topup_used" | "free_credits_exhausted" | "internal" | "unavailable") | "cancelled") | null;
                /** @description Credits charged. */
                credits_charged: number;
                /** @description Asked for with a test key. */
                test: boolean;
            };
        } | {
            /** @constant */
            type: "batch.finished";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                batch_id: string;
                /** @description Where to ask for the batch. */
                batch_path: string;
                /**
                 * @description `cancelled`: no more items begin. `ended_at` tells when the last one has ended.
                 * @enum {string}
                 */
                state: "running" | "finished" | "cancelled";
                /** @description How many items are in which state. */
                items: {
                    total: number;
                    waiting: number;
                    running: number;
                    done: number;
                    failed: number;
                    cancelled: number;
                };
                credits_charged: number;
                /** @description Asked for with a test key. */
                test: boolean;
            };
        } | {
            /** @constant */
            type: "batch.failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                batch_id: string;
                /** @description Where to ask for the batch. */
                batch_path: string;
                /**
                 * @description `cancelled`: no more items begin. `ended_at` tells when the last one has ended.
                 * @enum {string}
                 */
                state: "running" | "finished" | "cancelled";
                /** @description How many items are in which state. */
                items: {
                    total: number;
                    waiting: number;
                    running: number;
                    done: number;
                    failed: number;
                    cancelled: number;
                };
                credits_charged: number;
                /** @description Asked for with a test key. */
                test: boolean;
            };
        } | {
            /** @constant */
            type: "credits.low";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                credits: number;
                threshold: number;
            };
        } | {
            /** @constant */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                webhook_id: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Problem = components['schemas']['Problem'];
export type RunningJob = components['schemas']['RunningJob'];
export type IngestReply = components['schemas']['IngestReply'];
export type IngestBody = components['schemas']['IngestBody'];
export type DetectReply = components['schemas']['DetectReply'];
export type DetectBody = components['schemas']['DetectBody'];
export type RectifyReply = components['schemas']['RectifyReply'];
export type RectifyBody = components['schemas']['RectifyBody'];
export type OneShotReply = components['schemas']['OneShotReply'];
export type OneShotBody = components['schemas']['OneShotBody'];
export type GetJobReply = components['schemas']['GetJobReply'];
export type ListIngestionsReply = components['schemas']['ListIngestionsReply'];
export type GetIngestionReply = components['schemas']['GetIngestionReply'];
export type DeleteIngestionReply = components['schemas']['DeleteIngestionReply'];
export type AssembleReply = components['schemas']['AssembleReply'];
export type AssembleBody = components['schemas']['AssembleBody'];
export type GetAssemblyReply = components['schemas']['GetAssemblyReply'];
export type CreateBatchReply = components['schemas']['CreateBatchReply'];
export type CreateBatchBody = components['schemas']['CreateBatchBody'];
export type GetBatchReply = components['schemas']['GetBatchReply'];
export type CancelBatchReply = components['schemas']['CancelBatchReply'];
export type GetBatchResultsReply = components['schemas']['GetBatchResultsReply'];
export type CreateWebhookReply = components['schemas']['CreateWebhookReply'];
export type CreateWebhookBody = components['schemas']['CreateWebhookBody'];
export type ListWebhooksReply = components['schemas']['ListWebhooksReply'];
export type TestWebhookReply = components['schemas']['TestWebhookReply'];
export type ListDeliveriesReply = components['schemas']['ListDeliveriesReply'];
export type ResendDeliveryReply = components['schemas']['ResendDeliveryReply'];
export type RotateWebhookSecretReply = components['schemas']['RotateWebhookSecretReply'];
export type PauseWebhookReply = components['schemas']['PauseWebhookReply'];
export type ResumeWebhookReply = components['schemas']['ResumeWebhookReply'];
export type DeleteWebhookReply = components['schemas']['DeleteWebhookReply'];
export type RotateCallbackSecretReply = components['schemas']['RotateCallbackSecretReply'];
export type ListCallbackDeliveriesReply = components['schemas']['ListCallbackDeliveriesReply'];
export type GetCreditsReply = components['schemas']['GetCreditsReply'];
export type AddCreditsReply = components['schemas']['AddCreditsReply'];
export type GetCreditHistoryReply = components['schemas']['GetCreditHistoryReply'];
export type StartCheckoutReply = components['schemas']['StartCheckoutReply'];
export type GetInvoiceReply = components['schemas']['GetInvoiceReply'];
export type ListWithdrawalOffersReply = components['schemas']['ListWithdrawalOffersReply'];
export type ConfirmWithdrawalReply = components['schemas']['ConfirmWithdrawalReply'];
export type ConfirmWithdrawalBody = components['schemas']['ConfirmWithdrawalBody'];
export type GetMeReply = components['schemas']['GetMeReply'];
export type GetApiKeyReply = components['schemas']['GetApiKeyReply'];
export type LogoutReply = components['schemas']['LogoutReply'];
export type ExportMeReply = components['schemas']['ExportMeReply'];
export type ListKeysReply = components['schemas']['ListKeysReply'];
export type CreateKeyReply = components['schemas']['CreateKeyReply'];
export type CreateKeyBody = components['schemas']['CreateKeyBody'];
export type ChangeKeyReply = components['schemas']['ChangeKeyReply'];
export type ChangeKeyBody = components['schemas']['ChangeKeyBody'];
export type RevokeKeyReply = components['schemas']['RevokeKeyReply'];
export type RotateKeyReply = components['schemas']['RotateKeyReply'];
export type GetKeyUsageReply = components['schemas']['GetKeyUsageReply'];
export type GetLimitsReply = components['schemas']['GetLimitsReply'];
export type WebhookEvent = components['schemas']['WebhookEvent'];


/** What each call takes and answers, by its name in the reference. */
export type Operations = {
  /** Sends an image or a PDF. A protected PDF opens with `-F "password=$PASSWORD"`, here and in one call; later steps do without it. */
  ingest: { path: {}; query: { sign_for?: number }; body: IngestBody; reply: IngestReply }
  /** Finds the corners of the document. Free. */
  detect: { path: {}; query: { sign_for?: number }; body: DetectBody; reply: DetectReply }
  /** Straightens the document. Costs 1 credit, charged only on success: without a document, or without `corners` when the detection is in doubt, nothing is made or charged; with `render_of`, renders a paid page in another way, for nothing up to the limit; with `text`, reads the page too, which its credit includes. */
  rectify: { path: {}; query: { sign_for?: number }; body: RectifyBody; reply: RectifyReply }
  /** Sends, detects and straightens in a single call. Costs 1 credit, charged only on success. Answers with the file itself when the `Accept` header asks for it. */
  oneShot: { path: {}; query: { sign_for?: number }; body: OneShotBody; reply: OneShotReply }
  /** The state of a step; once it is done, its answer. */
  getJob: { path: { id: string }; query: { sign_for?: number; sign?: string }; body: undefined; reply: GetJobReply }
  /** The files that were sent, newest first. */
  listIngestions: { path: {}; query: { limit?: number; cursor?: string; sign_for?: number }; body: undefined; reply: ListIngestionsReply }
  /** A file that was sent and everything made from it. */
  getIngestion: { path: { id: string }; query: { sign_for?: number }; body: undefined; reply: GetIngestionReply }
  /** Erases the file at once, with everything made from it and the assemblies that hold a page of it; or an assembly alone. */
  deleteIngestion: { path: { id: string }; query: {}; body: undefined; reply: DeleteIngestionReply }
  /** Assembles finished pages, in the order given, into one PDF with bookmarks and searchable text. Free. A page that nobody has read is read first. */
  assemble: { path: {}; query: { sign_for?: number }; body: AssembleBody; reply: AssembleReply }
  /** The state of an assembly; once done, where its PDF is. */
  getAssembly: { path: { id: string }; query: { sign_for?: number; sign?: string }; body: undefined; reply: GetAssemblyReply }
  /** Takes up to 1,000 items, by address or uploaded before, and straightens them with common options, whenever nothing else is to be done. Each costs what it costs alone, when it is its turn. Accounts only. */
  createBatch: { path: {}; query: {}; body: CreateBatchBody; reply: CreateBatchReply }
  /** How far a batch is. */
  getBatch: { path: { id: string }; query: { sign_for?: number }; body: undefined; reply: GetBatchReply }
  /** Cancels the items that nobody has begun to straighten; the others end as they would, and what was made stays. */
  cancelBatch: { path: { id: string }; query: {}; body: undefined; reply: CancelBatchReply }
  /** What became of each item, in their order. With `Accept: application/x-ndjson` all of them, one a line; with `application/zip` the pages made and the assembled PDFs. */
  getBatchResults: { path: { id: string }; query: { cursor?: number; limit?: number; sign_for?: number }; body: undefined; reply: GetBatchResultsReply }
  /** The bytes of a result, for its owner or for whoever holds a signed address. */
  getArtifact: { path: { ingestion: string; file: string }; query: { expires?: number; signature?: string }; body: undefined; reply: undefined }
  /** Adds an address to tell. Its secret is shown in this reply only. */
  createWebhook: { path: {}; query: {}; body: CreateWebhookBody; reply: CreateWebhookReply }
  /** The addresses to tell. */
  listWebhooks: { path: {}; query: {}; body: undefined; reply: ListWebhooksReply }
  /** Sends a test, which says nothing else. */
  testWebhook: { path: { id: string }; query: {}; body: undefined; reply: TestWebhookReply }
  /** The log of deliveries: what was sent, and what was answered. */
  listDeliveries: { path: { id: string }; query: { cursor?: number; limit?: number }; body: undefined; reply: ListDeliveriesReply }
  /** Sends a delivery that has ended again, under the same id. */
  resendDelivery: { path: { id: string }; query: {}; body: undefined; reply: ResendDeliveryReply }
  /** Replaces the secret. The former one signs for 24 hours more, beside the new one. */
  rotateWebhookSecret: { path: { id: string }; query: {}; body: undefined; reply: RotateWebhookSecretReply }
  /** Pauses an address: what happens meanwhile waits. */
  pauseWebhook: { path: { id: string }; query: {}; body: undefined; reply: PauseWebhookReply }
  /** Resumes: what has waited is sent at once. */
  resumeWebhook: { path: { id: string }; query: {}; body: undefined; reply: ResumeWebhookReply }
  /** Deletes an address, its deliveries and their log. */
  deleteWebhook: { path: { id: string }; query: {}; body: undefined; reply: DeleteWebhookReply }
  /** Gives or replaces the secret that signs what `callback_url` addresses are told. The former one signs for 24 hours more, beside the new one. */
  rotateCallbackSecret: { path: {}; query: {}; body: undefined; reply: RotateCallbackSecretReply }
  /** The log of deliveries to `callback_url` addresses. */
  listCallbackDeliveries: { path: {}; query: { cursor?: number; limit?: number }; body: undefined; reply: ListCallbackDeliveriesReply }
  /** The balance of credits. Creates a guest when nobody is identified. */
  getCredits: { path: {}; query: {}; body: undefined; reply: GetCreditsReply }
  /** Adds free credits, once. */
  addCredits: { path: {}; query: { amount?: number }; body: undefined; reply: AddCreditsReply }
  /** The movements of credits, newest first. */
  getCreditHistory: { path: {}; query: { limit?: number; cursor?: number }; body: undefined; reply: GetCreditHistoryReply }
  /** Opens a payment page for a pack of credits. */
  startCheckout: { path: { packId: string }; query: { next?: string }; body: undefined; reply: StartCheckoutReply }
  /** Where the invoice of a purchase is, at Stripe. */
  getInvoice: { path: { id: string }; query: {}; body: undefined; reply: GetInvoiceReply }
  /** First step of a withdrawal: the purchases concerned and what would be refunded. */
  listWithdrawalOffers: { path: {}; query: {}; body: undefined; reply: ListWithdrawalOffersReply }
  /** Second step: confirms the withdrawal and returns an acknowledgement to keep. */
  confirmWithdrawal: { path: {}; query: {}; body: ConfirmWithdrawalBody; reply: ConfirmWithdrawalReply }
  /** The signed-in account. */
  getMe: { path: {}; query: {}; body: undefined; reply: GetMeReply }
  /** The API keys of the signed-in account. */
  getApiKey: { path: {}; query: {}; body: undefined; reply: GetApiKeyReply }
  /** Ends the session. */
  logout: { path: {}; query: {}; body: undefined; reply: LogoutReply }
  /** Everything the service knows about the signed-in account. */
  exportMe: { path: {}; query: {}; body: undefined; reply: ExportMeReply }
  /** The named keys of the account, revoked ones included, without their secrets. */
  listKeys: { path: {}; query: {}; body: undefined; reply: ListKeysReply }
  /** Makes a named key. Its secret, `api_key`, is given here only. */
  createKey: { path: {}; query: {}; body: CreateKeyBody; reply: CreateKeyReply }
  /** Changes a named key: what is absent stays. */
  changeKey: { path: { id: string }; query: {}; body: ChangeKeyBody; reply: ChangeKeyReply }
  /** Revokes a named key, which is refused at once. */
  revokeKey: { path: { id: string }; query: {}; body: undefined; reply: RevokeKeyReply }
  /** Replaces the secret of a named key, which keeps everything else; the former one is refused at once. */
  rotateKey: { path: { id: string }; query: {}; body: undefined; reply: RotateKeyReply }
  /** The credits spent by key and day. */
  getKeyUsage: { path: {}; query: { days?: number }; body: undefined; reply: GetKeyUsageReply }
  /** All limits of the service, and the ceilings of an identified caller. */
  getLimits: { path: {}; query: {}; body: undefined; reply: GetLimitsReply }
}


/** Where each call goes; `once`: it takes an `Idempotency-Key`. */
export const operations = {
  ingest: { method: 'POST', path: '/api/v1/detourage/ingest', once: true },
  detect: { method: 'POST', path: '/api/v1/detourage/detect', once: true },
  rectify: { method: 'POST', path: '/api/v1/detourage/rectify', once: true },
  oneShot: { method: 'POST', path: '/api/v1/detourage', once: true },
  getJob: { method: 'GET', path: '/api/v1/detourage/jobs/{id}', once: false },
  listIngestions: { method: 'GET', path: '/api/v1/detourage/ingestions', once: false },
  getIngestion: { method: 'GET', path: '/api/v1/detourage/ingestions/{id}', once: false },
  deleteIngestion: { method: 'DELETE', path: '/api/v1/detourage/ingestions/{id}', once: false },
  assemble: { method: 'POST', path: '/api/v1/detourage/assemblies', once: true },
  getAssembly: { method: 'GET', path: '/api/v1/detourage/assemblies/{id}', once: false },
  createBatch: { method: 'POST', path: '/api/v1/detourage/batches', once: true },
  getBatch: { method: 'GET', path: '/api/v1/detourage/batches/{id}', once: false },
  cancelBatch: { method: 'DELETE', path: '/api/v1/detourage/batches/{id}', once: false },
  getBatchResults: { method: 'GET', path: '/api/v1/detourage/batches/{id}/results', once: false },
  getArtifact: { method: 'GET', path: '/api/v1/detourage/artifacts/{ingestion}/{file}', once: false },
  createWebhook: { method: 'POST', path: '/api/v1/webhooks', once: false },
  listWebhooks: { method: 'GET', path: '/api/v1/webhooks', once: false },
  testWebhook: { method: 'POST', path: '/api/v1/webhooks/{id}/test', once: false },
  listDeliveries: { method: 'GET', path: '/api/v1/webhooks/{id}/deliveries', once: false },
  resendDelivery: { method: 'POST', path: '/api/v1/webhooks/deliveries/{id}/resend', once: false },
  rotateWebhookSecret: { method: 'POST', path: '/api/v1/webhooks/{id}/rotate', once: false },
  pauseWebhook: { method: 'POST', path: '/api/v1/webhooks/{id}/pause', once: false },
  resumeWebhook: { method: 'POST', path: '/api/v1/webhooks/{id}/resume', once: false },
  deleteWebhook: { method: 'DELETE', path: '/api/v1/webhooks/{id}', once: false },
  rotateCallbackSecret: { method: 'POST', path: '/api/v1/callbacks/rotate', once: false },
  listCallbackDeliveries: { method: 'GET', path: '/api/v1/callbacks/deliveries', once: false },
  getCredits: { method: 'GET', path: '/api/credits/me', once: false },
  addCredits: { method: 'POST', path: '/api/credits/add', once: true },
  getCreditHistory: { method: 'GET', path: '/api/credits/history', once: false },
  startCheckout: { method: 'POST', path: '/api/create-checkout-session/{packId}', once: true },
  getInvoice: { method: 'GET', path: '/api/purchases/{id}/invoice', once: false },
  listWithdrawalOffers: { method: 'GET', path: '/api/withdrawals', once: false },
  confirmWithdrawal: { method: 'POST', path: '/api/withdrawals', once: false },
  getMe: { method: 'GET', path: '/api/me', once: false },
  getApiKey: { method: 'GET', path: '/api/api-key/me', once: false },
  logout: { method: 'POST', path: '/api/logout', once: false },
  exportMe: { method: 'GET', path: '/api/me/export', once: false },
  listKeys: { method: 'GET', path: '/api/v1/keys', once: false },
  createKey: { method: 'POST', path: '/api/v1/keys', once: false },
  changeKey: { method: 'POST', path: '/api/v1/keys/{id}', once: false },
  revokeKey: { method: 'DELETE', path: '/api/v1/keys/{id}', once: false },
  rotateKey: { method: 'POST', path: '/api/v1/keys/{id}/rotate', once: false },
  getKeyUsage: { method: 'GET', path: '/api/v1/keys/usage', once: false },
  getLimits: { method: 'GET', path: '/api/v1/limits', once: false },
} as const
