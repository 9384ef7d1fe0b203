autocmd BufNewFile,BufRead *.acq setfiletype acquire
