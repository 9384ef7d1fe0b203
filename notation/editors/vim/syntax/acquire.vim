" Vim syntax file
" Language: Acquire record, version 1 of the notation

if exists('b:current_syntax')
  finish
endif
let s:cpo = &cpoptions
set cpoptions&vim

syntax case match
syntax sync minlines=1

" What later lines define wins over earlier ones where both fit.
" A turn: a number and a handle, then its words up to the placement, then those behind it.
syntax cluster acquireRest contains=acquireWrong,acquireBuys,acquireDisposition,acquireMerger,acquireMoved,acquireAside,acquireEnd,acquireDrawn,acquireCash,acquireGlyph,acquireClock,acquireEvaluation,acquireOpen,acquireRemark
syntax cluster acquireFront contains=@acquireRest,acquirePlacement

syntax match acquireWrong contained `[^ \t#]\+` nextgroup=@acquireFront skipwhite
syntax match acquireRemark contained `#.*$`
syntax match acquireBuys contained `\%(+\a*\|\~+\a\+\|\a\%([A-WYZa-wyz]\a*\)\=\)\ze\%([ \t#]\|$\)` contains=acquireChain nextgroup=@acquireRest skipwhite
syntax match acquireDisposition contained `\%(\a\%(\^\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\|?\)\)\=:\%(\a\w\{1,11}-\)\=\%([STKstk]\d\{1,4}\)\+\%(,\%(\a\w\{1,11}-\)\=\%([STKstk]\d\{1,4}\)\+\)*\|\a\^\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\|?\)\|\%(\a\w\{1,11}-\)\=\%([STKstk]\d\{1,4}\)\+\%(,\%(\a\w\{1,11}-\)\=\%([STKstk]\d\{1,4}\)\+\)*\)\ze\%([ \t#]\|$\)` contains=acquirePart,acquireAbout,acquireBankTile nextgroup=@acquireRest skipwhite
syntax match acquireMerger contained `\a[Xx]\a*\ze\%([ \t#]\|$\)` contains=acquireChain,acquireJoin nextgroup=@acquireRest skipwhite
syntax match acquireMoved contained `\~\%(\%(\a\w\{1,11}\)\=[+-]\%(0\+\%([ \t#]\|$\)\)\@!\d\{1,12}\|\a\w\{1,11}[+-]\a\+\|-\a\+\)\ze\%([ \t#]\|$\)` contains=acquireMover,acquireShares,acquireMoney nextgroup=@acquireRest skipwhite
syntax match acquireAside contained `\%([Xx]\%(\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\|?\)\%(,\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\|?\)\)*\)\=\|\~[Xx]\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\%(,\%(\d\{1,3}\a\|\a\d\{1,3}\)\)*\)\=\)\ze\%([ \t#]\|$\)` contains=acquireListed,acquireUnknown nextgroup=@acquireFront skipwhite
syntax match acquireEnd contained `\c\~\=end\ze\%([ \t#]\|$\)` nextgroup=@acquireRest skipwhite
syntax match acquireDrawn contained `\%(\^\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\|?\)\%(,\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\|?\)\)*\|\~^\)\ze\%([ \t#]\|$\)` contains=acquireListed,acquireUnknown nextgroup=@acquireRest skipwhite
syntax match acquireCash contained `=\%(\a\w\{1,11}:\)\=-\=\d\{1,12}\ze\%([ \t#]\|$\)` contains=acquireWho,acquireMoney nextgroup=@acquireRest skipwhite
syntax match acquireGlyph contained `\%(!!\|!?\|?!\|??\|!\|?\)\ze\%([ \t#]\|$\)` nextgroup=@acquireRest skipwhite
syntax match acquireClock contained `@[^ \t#]\+\ze\%([ \t#]\|$\)` nextgroup=@acquireRest skipwhite
syntax match acquireEvaluation contained `%[^ \t#]\+\ze\%([ \t#]\|$\)` nextgroup=@acquireRest skipwhite
syntax match acquireOpen contained `\.\.\ze\%([ \t#]\|$\)` nextgroup=@acquireRest skipwhite
syntax match acquirePlacement contained `\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\%(=\a\)\=\|\~\=\%([.-]\|\cpass\)\)\ze\%([ \t#]\|$\)` contains=acquireTile,acquireFounded nextgroup=@acquireRest skipwhite

syntax match acquireChain contained `\a`
syntax match acquireFounded contained `=\@1<=\a`
syntax match acquireJoin contained `\%(\%(^\|[ \t]\)\a\)\@2<=[Xx]`
syntax match acquireAbout contained `\%(^\|[ \t]\)\@1<=\a\ze[:^]`
syntax match acquireBankTile contained `\^\@1<=\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\|?\)`
syntax match acquirePart contained `\%(\a\w\{1,11}-\)\=\%([STKstk]\d\{1,4}\)\+\ze\%(,\|[ \t#]\|$\)` contains=acquirePlayer
syntax match acquirePlayer contained `\a\w\{1,11}\ze-`
syntax match acquireMover contained `\~\@1<=\a\w\{1,11}\ze[+-]`
syntax match acquireShares contained `\%([+-]\a*\)\@30<=\a\ze\a*\%([ \t#]\|$\)`
syntax match acquireWho contained `=\@1<=\a\w\{1,11}\ze:`
syntax match acquireMoney contained `[=:+-]\@1<=-\=\d\{1,12}`
syntax match acquireListed contained `\%(^\|[ \txX^,:]\)\@1<=\%(\d\{1,3}\a\|\a\d\{1,3}\)\ze\%([, \t#]\|$\)`
syntax match acquireTile contained `\%(^\|[^A-Za-z0-9]\)\@1<=\%(\d\{1,3}\a\|\a\d\{1,3}\)\ze\%([^A-Za-z0-9]\|$\)`
syntax match acquireUnknown contained `\d*?`

" Where a turn begins.
syntax match acquireWrong `^\%uFEFF\=[ \t]*\zs[^ \t#]\+` nextgroup=@acquireFront skipwhite
syntax match acquirePlacement `^\%uFEFF\=[ \t]*\zs\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\%(=\a\)\=\|\~\=\%([.-]\|\cpass\)\)\ze\%([ \t#]\|$\)` contains=acquireTile,acquireFounded nextgroup=@acquireRest skipwhite
syntax match acquireHandle `^\%uFEFF\=[ \t]*\zs\%(\c\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\|x\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\|?\)\%(,\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\|?\)\)*\|pass\|bag\|end\|full\|table\)\%([ \t#]\|$\)\)\@!\a\w\{1,11}\ze\%([ \t#]\|$\)` nextgroup=@acquireFront skipwhite
syntax match acquireHandle `^\%uFEFF\=[ \t]*\zs\%(\c\%(bag\|end\|full\|table\)\%([ \t#]\|$\)\)\@!\a\w\{1,11}\ze[ \t]\+\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\%(=\a\)\=\|\~\=\%([.-]\|\cpass\)\)\%([ \t#]\|$\)` nextgroup=@acquireFront skipwhite
syntax match acquireNumber `^\%uFEFF\=[ \t]*\zs0*[1-9]\d\{,8}[.:)]\=\ze\%([ \t#]\|$\)` nextgroup=acquireOwn,@acquireFront skipwhite
syntax match acquireOwn contained `\%(\c\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\|x\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\|?\)\%(,\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\|?\)\)*\|pass\|bag\|end\|full\|table\)\%([ \t#]\|$\)\)\@!\a\w\{1,11}\ze\%([ \t#]\|$\)` nextgroup=@acquireFront skipwhite
syntax match acquireOwn contained `\%(\c\%(bag\|end\|full\|table\)\%([ \t#]\|$\)\)\@!\a\w\{1,11}\ze[ \t]\+\%(\%(\d\{1,3}\a\|\a\d\{1,3}\)\%(=\a\)\=\|\~\=\%([.-]\|\cpass\)\)\%([ \t#]\|$\)` nextgroup=@acquireFront skipwhite

" Headers.
syntax match acquireKey `^\%uFEFF\=[ \t]*\zs[A-Za-z][A-Za-z0-9._-]\+\ze[ \t]*:` nextgroup=acquireColonText
syntax match acquireKey `^\%uFEFF\=[ \t]*\zs\cruleset\ze[ \t]*:` nextgroup=acquireColonRuleset
syntax match acquireKey `^\%uFEFF\=[ \t]*\zs\crules\ze[ \t]*:` nextgroup=acquireColonRules
syntax match acquireKey `^\%uFEFF\=[ \t]*\zs\cplayers\ze[ \t]*:` nextgroup=acquireColonPlayers
syntax match acquireKey `^\%uFEFF\=[ \t]*\zs\cstart\ze[ \t]*:` nextgroup=acquireColonStart
syntax match acquireKey `^\%uFEFF\=[ \t]*\zs\c\%(bag\|hand\.\a\w\{1,11}\)\ze[ \t]*:` nextgroup=acquireColonTiles
syntax match acquireKey `^\%uFEFF\=[ \t]*\zs\cfirst\ze[ \t]*:` nextgroup=acquireColonFirst
syntax match acquireKey `^\%uFEFF\=[ \t]*\zs\cview\ze[ \t]*:` nextgroup=acquireColonView
syntax match acquireKey `^\%uFEFF\=[ \t]*\zs\ccommit\ze[ \t]*:` nextgroup=acquireColonCommit
syntax match acquireKey `^\%uFEFF\=[ \t]*\zs\cposition\ze[ \t]*:` nextgroup=acquireColonPosition
syntax match acquireKey `^\%uFEFF\=[ \t]*\zs\cresult\ze[ \t]*:` nextgroup=acquireColonResult
syntax match acquireColonText contained `[ \t]*:` nextgroup=acquireValueText skipwhite
syntax match acquireValueText contained `[^ \t].*$`
syntax match acquireColonRuleset contained `[ \t]*:` nextgroup=acquireValueRuleset skipwhite
syntax match acquireValueRuleset contained `[^ \t].*$` contains=acquireRulesetName,acquireRevision
syntax match acquireColonRules contained `[ \t]*:` nextgroup=acquireValueRules skipwhite
syntax match acquireValueRules contained `[^ \t].*$` contains=acquireOverride
syntax match acquireColonPlayers contained `[ \t]*:` nextgroup=acquireValuePlayers skipwhite
syntax match acquireValuePlayers contained `[^ \t].*$` contains=acquireListedPlayer
syntax match acquireColonStart contained `[ \t]*:` nextgroup=acquireValueStart skipwhite
syntax match acquireValueStart contained `[^ \t].*$` contains=acquireStartPlayer,acquireTile
syntax match acquireColonTiles contained `[ \t]*:` nextgroup=acquireValueTiles skipwhite
syntax match acquireValueTiles contained `[^ \t].*$` contains=acquireTile,acquireUnknown
syntax match acquireColonFirst contained `[ \t]*:` nextgroup=acquireValueFirst skipwhite
syntax match acquireValueFirst contained `[^ \t].*$` contains=acquireListedPlayer
syntax match acquireColonView contained `[ \t]*:` nextgroup=acquireValueView skipwhite
syntax match acquireValueView contained `[^ \t].*$` contains=acquireListedPlayer,acquireView
syntax match acquireColonCommit contained `[ \t]*:` nextgroup=acquireValueCommit skipwhite
syntax match acquireValueCommit contained `[^ \t].*$` contains=acquireCommitment
syntax match acquireColonPosition contained `[ \t]*:` nextgroup=acquireValuePosition skipwhite
syntax match acquireValuePosition contained `[^ \t].*$` contains=acquireListedPlayer,acquireRows,acquirePhase,acquireHolding,acquireBag,acquireIdle
syntax match acquireColonResult contained `[ \t]*:` nextgroup=acquireValueResult skipwhite
syntax match acquireValueResult contained `[^ \t].*$` contains=acquireReason,acquireTotal

syntax match acquireRulesetName contained `[A-Za-z0-9][A-Za-z0-9_.-]*`
syntax match acquireRevision contained `@\@1<=\d\+`
syntax match acquireOverride contained `\a[A-Za-z-]*=[A-Za-z0-9][A-Za-z0-9+-]*\ze\%([ \t,]\|$\)`
syntax match acquireListedPlayer contained `\%([ \t,:]\)\@1<=\a\w\{1,11}\ze\%([ \t,]\|$\)`
syntax match acquireStartPlayer contained `\a\w\{1,11}\ze=`
syntax match acquireView contained `\c\%(full\|table\)\ze\%([ \t]\|$\)`
syntax match acquireCommitment contained `sha256:[0-9a-f]\{64}\%( [^ \t]\+\)\=`
syntax match acquireRows contained `\%(^\|[ \t:]\)\@1<=[A-Za-z0-9]\+\%(/[A-Za-z0-9]\+\)\+\ze\%([ \t]\|$\)`
syntax match acquirePhase contained `\%([ \t]\)\@1<=\c\%(place\|buy\|end\|over\|aside\%(:\%(\d\{1,3}\a\|\a\d\{1,3}\)\%(,\%(\d\{1,3}\a\|\a\d\{1,3}\)\)*\)\=\|\%(found\|survivor\)@\%(\d\{1,3}\a\|\a\d\{1,3}\)\|\%(next\|bank\|dispose\)@\%(\d\{1,3}\a\|\a\d\{1,3}\):\ax\a\+\%(\^\%(\d\{1,3}\a\|\a\d\{1,3}\)\%(,\%(\d\{1,3}\a\|\a\d\{1,3}\)\)*\)\=\%(:\a\w\{1,11}\)\=\)\ze\%([ \t]\|$\)`
syntax match acquireHolding contained `\%([ \t]\)\@1<=\a\w\{1,11}:-\=\d\{1,12}:\%(-\|\%(\a\d\{1,4}\)\+\):[^ \t]\+` contains=acquireListed,acquireUnknown,acquireHolder
syntax match acquireHolder contained `\%([ \t]\)\@1<=\a\w\{1,11}\ze:`
syntax match acquireBag contained `\%([ \t]\)\@1<=\cbag:[^ \t:]\+\ze\%([ \t]\|$\)` contains=acquireListed,acquireUnknown
syntax match acquireIdle contained `\%([ \t]\)\@1<=\cidle:\d\{1,6}\ze\%([ \t]\|$\)`
syntax match acquireReason contained `\%(^\|[ \t:]\)\@1<=\c\%(declared\|exhausted\|stalled\|abandoned\|unfinished\)\ze\%([ \t,]\|$\)`
syntax match acquireTotal contained `\%([ \t,]\)\@1<=\a\w\{1,11}=-\=\d\{1,12}\ze\%([ \t,]\|$\)` contains=acquireStartPlayer

syntax match acquireComment `^\%uFEFF\=[ \t]*\zs#.*$`
syntax match acquireMagic `^\%uFEFF\=[ \t]*\zs\cacquire[ \t]\+\d\{1,6}[ \t]*$` contains=acquireVersion
syntax match acquireVersion contained `\d\+`

highlight default link acquireMagic PreProc
highlight default link acquireVersion Number
highlight default link acquireComment Comment
highlight default link acquireRemark Comment
highlight default link acquireKey Keyword
highlight default link acquireValueText String
highlight default link acquireRulesetName Type
highlight default link acquireRevision Number
highlight default link acquireOverride Constant
highlight default link acquireListedPlayer Identifier
highlight default link acquireStartPlayer Identifier
highlight default link acquireTile Constant
highlight default link acquireListed Constant
highlight default link acquireBankTile Constant
highlight default link acquireUnknown Special
highlight default link acquireView Constant
highlight default link acquireCommitment Number
highlight default link acquireRows String
highlight default link acquirePhase Statement
highlight default link acquireHolder Identifier
highlight default link acquireBag Keyword
highlight default link acquireIdle Number
highlight default link acquireReason Statement
highlight default link acquireTotal Number
highlight default link acquireNumber LineNr
highlight default link acquireHandle Identifier
highlight default link acquireOwn Identifier
highlight default link acquirePlayer Identifier
highlight default link acquireWho Identifier
highlight default link acquireMover Identifier
highlight default link acquireShares Type
highlight default link acquireMoved Operator
highlight default link acquirePlacement Constant
highlight default link acquireChain Type
highlight default link acquireAbout Type
highlight default link acquireFounded Type
highlight default link acquireJoin Operator
highlight default link acquireMerger Operator
highlight default link acquireDisposition Delimiter
highlight default link acquirePart Number
highlight default link acquireBuys Operator
highlight default link acquireEnd Statement
highlight default link acquireAside Operator
highlight default link acquireDrawn Operator
highlight default link acquireCash Operator
highlight default link acquireMoney Number
highlight default link acquireGlyph Todo
highlight default link acquireClock Special
highlight default link acquireEvaluation Special
highlight default link acquireOpen Statement
highlight default link acquireWrong Error

let b:current_syntax = 'acquire'
let &cpoptions = s:cpo
unlet s:cpo
