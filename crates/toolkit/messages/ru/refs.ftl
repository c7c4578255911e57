### Что говорит `relict refs`.

refs-looking = поиск ссылок
refs-role-material = материал
refs-role-texture = текстура
refs-role-lightmap = карта освещения
refs-role-palette = палитра
refs-role-sound = звук
refs-role-wear = таблица материалов
refs-role-micro-wear = таблица микротекстур
refs-head-library = библиотека
refs-head-references = ссылки
refs-head-used = используется
refs-head-unused = не используется
refs-head-not-here = не найдена
refs-title-missing = Не найдено
refs-title-unused = Не используется
refs-used-by = Где используется { $path }:
refs-nobody = { $path } нигде в { $folder } не используется.
# Что стоит за именем в дереве.
refs-found = { $role }, { $library }
refs-missing = { $role }, нет в { $library }
refs-stand-in = { $role }, нет в { $library }; используется замена { $stand_in }
refs-first-entry = { $role }, нет в { $library }, как нет там и { $stand_in }; движок использует первую запись, { $first }
refs-optional = { $role }, нет в { $library }; необязательно
refs-no-library = { $role }; { $library } не найден
refs-cannot-read = { $role }; { $library } не читается
refs-times = ×{ $count }
refs-more = … и ещё { $count }
refs-more-verbose = … и ещё { $count }; все покажет -v
refs-tree-cut = … дерево слишком длинное и обрывается здесь; целиком его выводит --json
refs-assets = { $count ->
        [one] { $count } ресурс
        [few] { $count } ресурса
       *[many] { $count } ресурсов
    }
refs-references = { $count ->
        [0] ссылок нет
        [one] { $count } ссылка
        [few] { $count } ссылки
       *[many] { $count } ссылок
    }
refs-part-found = найдено { $count }
refs-part-missing = { $count ->
        [0] всё на месте
       *[other] не найдено { $count }
    }
refs-part-optional = необязательных { $count }
refs-part-no-library = не проверено { $count }
refs-part-unused = { $count ->
        [0] лишних записей нет
        [one] не используется { $count } запись
        [few] не используются { $count } записи
       *[many] не используется { $count } записей
    }
refs-part-users = { $count ->
        [one] используется в { $count } ресурсе
       *[other] используется в { $count } ресурсах
    }
refs-open-library = Файла { $library } здесь нет; { $count ->
        [one] { $count } ссылка, ведущая в него, не проверена.
        [few] { $count } ссылки, ведущие в него, не проверены.
       *[many] { $count } ссылок, ведущих в него, не проверено.
    }
refs-open-unreadable = Файл { $library } не читается; { $count ->
        [one] { $count } ссылка, ведущая в него, не проверена.
        [few] { $count } ссылки, ведущие в него, не проверены.
       *[many] { $count } ссылок, ведущих в него, не проверено.
    } Почему, объяснит `relict check`.
refs-unreadable = { $count ->
        [one] Пропущен { $count } ресурс, который не читается
        [few] Пропущено { $count } ресурса, которые не читаются
       *[many] Пропущено { $count } ресурсов, которые не читаются
    }; почему, объяснит `relict check`. Первый из них: { $path }.
refs-unfollowed = Ссылок слишком много: ещё { $count ->
        [one] { $count } посчитана, но не прослежена.
        [few] { $count } посчитаны, но не прослежены.
       *[many] { $count } посчитано, но не прослежено.
    }
refs-hint = Это библиотека. Чтобы увидеть, где используются её записи, укажите папку игры или одну из записей.
